"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  SOURCE_NAME_LENGTH,
  sourceNameOf,
  sourceNameOfFile,
} from "../../../lib/contract/api/source-names.ts";
import { decisionsOf, exclusions } from "../../../lib/table-file/decisions.ts";
import {
  type ImportChoices,
  type ImportPlan,
  initialChoices,
  planImport,
} from "../../../lib/table-file/plan-import.ts";
import {
  type ReadChoices,
  shapeQuestions,
  type TableFile,
} from "../../../lib/table-file/read-table.ts";
import type { Recipe } from "../../../lib/table-file/recipes.ts";
import type { RejectedRow } from "../../../lib/table-file/rejected-csv.ts";
import { createSlices } from "../../../lib/table-file/slices.ts";
import type { Table } from "../../../lib/table-file/table.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { ImportProblems } from "../../table-file/import-problems.tsx";
import { localWork } from "../../table-file/use-table-file.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { RunImport } from "../imports/run-import.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { RatingChoice } from "./rating-choice.tsx";
import { rememberChoices, rememberedChoices } from "./remembered-choices.ts";
import { RowChoices } from "./row-choices.tsx";

/** Previews the import of a table's rows, asks for their meaning, and imports them. */
export function ImportRows(props: {
  projectId: string;
  name: string;
  file: TableFile;
  /** How the file was read, for what is still open. */
  read: ReadChoices;
  table: Table;
  recipe: Recipe | null;
  /** Different for each table. */
  tableKey: string;
}) {
  const { projectId, name, file, table, recipe } = props;
  const [remembered] = useState(() => rememberedChoices(projectId, table));
  const [choices, setChoices] = useState(() => remembered ?? initialChoices(table, recipe));
  const [source, setSource] = useState(() => initialSource(recipe, name));
  const [isBusy, setIsBusy] = useState(false);
  const { plan, said, error, isOutdated } = usePlan(props, choices);
  if (!plan || !said) return <ErrorNotice error={error} />;
  const questions = [...shapeQuestions(file, props.read), ...plan.questions];
  return (
    <>
      {remembered && (
        <p className="text-muted">Your choices for the last file with these columns are used.</p>
      )}
      <fieldset disabled={isBusy} className="flex min-w-0 flex-col gap-4">
        <ColumnChoice columns={table.columns} choices={choices} onChange={setChoices} />
        {plan.ratings && (
          <RatingChoice
            facts={plan.ratings}
            choices={choices.rating}
            onChange={(rating) => setChoices({ ...choices, rating })}
          />
        )}
        <RowChoices plan={plan} zone={table.zone} choices={choices} onChange={setChoices} />
        <SourceField value={source} onChange={setSource} />
      </fieldset>
      <ImportPreview rows={plan.rows} />
      <ImportProblems rejected={said.unusable} />
      <Sentences texts={said.exclusions} className="text-muted" />
      <Sentences texts={questions} />
      <RunImport
        // A change of the choices ends what is shown about the import before.
        key={JSON.stringify([choices, source])}
        file={{
          projectId,
          name,
          table,
          unusable: said.unusable,
          decisions: said.decisions,
          items: plan.items,
          source: sourceNameOf(source),
        }}
        isDisabled={isOutdated || questions.length > 0}
        onStart={() => {
          rememberChoices(projectId, table, choices);
          setIsBusy(true);
        }}
        onEnd={() => setIsBusy(false)}
        onWithoutSource={() => setSource("")}
      />
    </>
  );
}

/** Returns the plan for the rows by these choices, and sentences about it. */
function usePlan(props: Parameters<typeof ImportRows>[0], choices: ImportChoices) {
  const { file, table, recipe, tableKey } = props;
  const planned = useQuery({
    ...localWork,
    queryKey: ["import-plan", tableKey, choices],
    queryFn: ({ signal }) => planImport(table, choices, recipe, createSlices(signal)),
  });
  const plan = planned.data;
  const said = useMemo(
    () =>
      plan && {
        unusable: unusableRows(plan),
        decisions: decisionsOf(file, recipe, plan, choices),
        exclusions: exclusions(file, recipe, plan, choices),
      },
    [file, recipe, plan, choices],
  );
  return { plan, said, error: planned.error, isOutdated: planned.isFetching };
}

function Sentences({ texts, className = "" }: { texts: readonly string[]; className?: string }) {
  return texts.map((text) => (
    <p key={text} className={`break-words ${className}`}>
      {displayable(text)}
    </p>
  ));
}

function unusableRows({ rows }: ImportPlan): RejectedRow[] {
  return rows.flatMap((row) => ("problem" in row ? [{ row: row.row, reason: row.problem }] : []));
}

/** The IDs of Errata's own export are the platform's. Files of a recognized tool continue each other, whatever their names. */
function initialSource(recipe: Recipe | null, file: string): string {
  if (recipe?.isOwnExport) return "";
  return recipe ? sourceNameOf(recipe.name) : sourceNameOfFile(file);
}

/** Where a file is from. Empty for Errata's own exports, whose IDs are the platform's. */
function SourceField(props: { value: string; onChange: (source: string) => void }) {
  const { value, onChange } = props;
  const source = sourceNameOf(value);
  return (
    <TextField
      label="Source name"
      name="source"
      autoComplete="off"
      value={value}
      maxLength={SOURCE_NAME_LENGTH}
      onChange={({ target }) => onChange(target.value)}
      hint={
        source === ""
          ? "The file's IDs are used as they are, as for Errata's own exports."
          : `Keeps this file's items apart from those of other tools: item 1 is stored as ${source}:1. Use the same name for this tool's next file.`
      }
    />
  );
}
