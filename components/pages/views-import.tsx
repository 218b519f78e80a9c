"use client";

import { type UseMutationResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PageViews } from "../../lib/contract/api/page-views.ts";
import { allOf } from "../../lib/table-file/column-list.ts";
import {
  guessViews,
  planViews,
  type ViewsChoices,
  type ViewsPlan,
} from "../../lib/table-file/page-views.ts";
import {
  type ReadChoices,
  shapeQuestions,
  type TableFile,
} from "../../lib/table-file/read-table.ts";
import { rejectedCsv } from "../../lib/table-file/rejected-csv.ts";
import { createSlices } from "../../lib/table-file/slices.ts";
import { skippedSentences } from "../../lib/table-file/table-ends.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { FileShape } from "../table-file/file-shape.tsx";
import { ImportProblems } from "../table-file/import-problems.tsx";
import { type ChosenFile, localWork, useTableFile } from "../table-file/use-table-file.ts";
import { Button } from "../ui/button.tsx";
import { download } from "../ui/download.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { SelectField } from "../ui/select-field.tsx";

interface Props {
  chosen: ChosenFile;
  upload: UseMutationResult<number, Error, PageViews["pages"]>;
  onCancel: () => void;
}

/** Pages that are shown. */
const MAX_SHOWN_PAGES = 5;

/** Shows what is read from a file of page views, lets someone choose its columns, and uploads it. */
export function ViewsImport(props: Props) {
  const { chosen, onCancel } = props;
  const { file, error, isReading, choices, choose } = useTableFile(chosen);
  return (
    <section
      aria-label="Page views file"
      className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-4"
    >
      <p className="break-all font-semibold">{chosen.name}</p>
      <ErrorNotice error={error} />
      {!file && !error && <p role="status">Reading the file…</p>}
      {file && !error && <FileShape file={file} choices={choices} choose={choose} />}
      {file && !error && !isReading ? (
        <ViewsRows key={JSON.stringify(choices)} {...props} file={file} read={choices} />
      ) : (
        <Button className="self-start" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </section>
  );
}

function ViewsRows(props: Props & { file: TableFile; read: ReadChoices }) {
  const { chosen, upload, onCancel, file, read } = props;
  const { table } = file;
  const [{ tool, ...choices }, setChoices] = useState(() => guessViews(table));
  const planned = useQuery({
    ...localWork,
    queryKey: ["views-plan", chosen.number, read, choices],
    queryFn: ({ signal }) => planViews(table, choices, createSlices(signal)),
  });
  const plan = planned.data;
  if (!plan) return <ErrorNotice error={planned.error} />;
  const questions = [...shapeQuestions(file, read), ...plan.questions];
  const count = plan.pages.length;
  return (
    <>
      {tool && <p>Looks like an export from {tool}</p>}
      <ViewsColumns
        {...{ choices, plan }}
        names={table.columns}
        onChange={(changes) => setChoices((before) => ({ ...before, ...changes }))}
      />
      <TopPages plan={plan} />
      <ImportProblems rejected={plan.rejected} />
      {skippedSentences(file.csv?.skipped ?? []).map((sentence) => (
        <p key={sentence} className="text-muted">
          {sentence}
        </p>
      ))}
      {questions.map((question) => (
        <p key={question}>{question}</p>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={upload.isPending || planned.isFetching || count === 0 || questions.length > 0}
          onClick={() => upload.mutate(plan.pages, { onSuccess: onCancel })}
        >
          Upload {counted(count, "address", "addresses")}
        </Button>
        {plan.rejected.length > 0 && (
          <Button
            onClick={() =>
              download(`${chosen.name}-rejected.csv`, rejectedCsv(table, plan.rejected))
            }
          >
            Download rejected rows
          </Button>
        )}
        <Button variant="quiet" disabled={upload.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ErrorNotice error={upload.error} />
    </>
  );
}

/** Which columns have the pages and their views, and what a mark in a number is if that isn't clear. */
function ViewsColumns(props: {
  choices: ViewsChoices;
  plan: ViewsPlan;
  names: readonly string[];
  onChange: (changes: Partial<ViewsChoices>) => void;
}) {
  const { choices, onChange } = props;
  const [open] = props.plan.counts.open;
  const columns = [["", "No column"] as const, ...props.names.map((name) => [name, name] as const)];
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      {(["page", "views"] as const).map((field) => (
        <SelectField
          key={field}
          label={field === "page" ? "Page" : "Views"}
          value={choices[field] ?? ""}
          options={columns}
          onChange={(column) =>
            onChange({ [field]: column || null, ...(field === "views" && { mark: null }) })
          }
        />
      ))}
      {open !== undefined && (
        <SelectField
          label={`“${displayable(open)}” is`}
          value={choices.mark}
          options={[
            ["thousands", "Thousands"],
            ["decimals", "A fraction"],
          ]}
          onChange={(mark) => onChange({ mark })}
        />
      )}
    </div>
  );
}

/** The most viewed pages as they were read. */
function TopPages({ plan }: { plan: ViewsPlan }) {
  if (plan.pages.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <table className="w-full max-w-xl text-left" data-testid="views-preview">
        <thead className="text-muted">
          <tr>
            <th className="py-1 pr-3 font-normal">Most viewed addresses</th>
            <th className="py-1 text-right font-normal">Views</th>
          </tr>
        </thead>
        <tbody>
          {plan.pages.slice(0, MAX_SHOWN_PAGES).map(({ page, views }) => (
            <tr key={page}>
              <td className="break-all py-1 pr-3">{displayable(page)}</td>
              <td className="py-1 text-right tabular-nums">{views.toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.rows > plan.pages.length + plan.left && (
        <p className="text-muted">
          {plan.rows.toLocaleString("en")} rows are for{" "}
          {counted(plan.pages.length + plan.left, "address", "addresses")}. Their views are added
          up.
        </p>
      )}
      {plan.totals.length > 0 && (
        <p className="text-muted">
          Left out, because they aren't pages: {displayable(allOf(plan.totals))}.
        </p>
      )}
      {plan.left > 0 && (
        <p className="text-muted">
          Only the 10,000 most viewed pages are uploaded. {plan.left.toLocaleString("en")} others
          have fewer views.
        </p>
      )}
    </div>
  );
}
