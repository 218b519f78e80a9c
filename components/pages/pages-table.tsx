"use client";

import type { ReactNode } from "react";
import type { PageFeedback } from "../../lib/contract/api/feedback-counts.ts";
import type { PageSort } from "../../lib/contract/api/page-sorts.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import type { PagesAddress } from "../../lib/filters/pages-address.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { Time } from "../app/time.tsx";
import { DraftButton } from "../draft/draft-button.tsx";
import { FileX } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { PathText } from "../ui/path-text.tsx";
import { Trend } from "./trend.tsx";

interface Column {
  name: string;
  /** What the column means, as its tooltip. */
  hint: string;
  /** The order of its header; null if the list can't be sorted by it. */
  sort: PageSort | null;
  className: string;
  cell: (page: PageFeedback) => ReactNode;
}

const NARROW = "text-right tabular-nums";
const WIDE = `${NARROW} max-md:hidden`;

const COLUMNS: Column[] = [
  {
    name: "Open",
    hint: "Pending and in-progress items, of all items",
    sort: "open",
    className: NARROW,
    cell: ({ open, total }) => (
      <>
        {format(open)}
        <span className="text-muted"> of {format(total)}</span>
      </>
    ),
  },
  {
    name: "Problems",
    hint: "Unhelpful votes, code reports, and agent reports",
    sort: "negative",
    className: NARROW,
    cell: ({ negative }) => format(negative),
  },
  {
    name: "Helpful",
    hint: "Share of votes that were helpful",
    sort: null,
    className: WIDE,
    cell: ({ up, down, helpfulAtLeast }) =>
      helpfulAtLeast === null ? (
        <span className="text-muted">No votes</span>
      ) : (
        <span title={`At least ${Math.floor(helpfulAtLeast * 100)}% (95% confidence)`}>
          {Math.round((100 * up) / (up + down))}%
          <span className="text-muted"> of {format(up + down)}</span>
        </span>
      ),
  },
  {
    name: "12 weeks",
    hint: "Problems per week",
    sort: null,
    className: "max-md:hidden",
    cell: ({ trend }) => trend && <Trend weeks={trend} />,
  },
  {
    name: "Views",
    hint: "From the uploaded page views",
    sort: "views",
    className: WIDE,
    cell: ({ views }) => (views === null ? <span className="text-muted">–</span> : format(views)),
  },
  {
    name: "Last seen",
    hint: "Date of the newest item",
    sort: "last",
    // Wide enough for a date, which may take the place of an age.
    className: `${WIDE} min-w-28 text-muted`,
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? "No date" : <Time at={lastSeenAt} compact />),
  },
];

interface TableProps {
  projectId: string;
  destination: string;
  address: PagesAddress;
  pages: PageFeedback[];
  /** Whether the rows are still those of the previous filters. */
  isOutdated: boolean;
  /** Whether page views were uploaded. */
  hasViews: boolean;
  /** Pages without a file in the documentation repository; null without a repository. */
  withoutFile: ReadonlySet<string> | null;
  onSort: (sort: PageSort) => void;
}

/** Documentation pages with their counts, a link to their items, and a way to draft a job from these. */
export function PagesTable(props: TableProps) {
  const { address, onSort } = props;
  const canDraft = usePermission("jobs");
  const columns = COLUMNS.filter(({ name }) => props.hasViews || name !== "Views");
  return (
    <table
      data-testid="pages-table"
      aria-busy={props.isOutdated}
      className={`w-full border-collapse text-left ${props.isOutdated ? "opacity-60" : ""}`}
    >
      <thead>
        <tr className="border-line border-b text-muted">
          <Header
            name="Page"
            hint="Sort by name"
            sort="page"
            current={address.sort}
            onSort={onSort}
            className="text-left"
          />
          {columns.map(({ name, hint, sort, className }) => (
            <Header
              key={name}
              {...{ name, hint, sort, className, onSort }}
              current={address.sort}
            />
          ))}
          {canDraft && (
            // As wide as its buttons, which a part of the page may not have yet.
            <th scope="col" className="sm:min-w-20">
              <span className="sr-only">Job</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.pages.map((row) => (
          <Row key={row.page} {...props} {...{ row, columns, canDraft }} />
        ))}
      </tbody>
    </table>
  );
}

function Row(
  props: Pick<TableProps, "projectId" | "destination" | "address" | "withoutFile"> & {
    row: PageFeedback;
    columns: readonly Column[];
    canDraft: boolean;
  },
) {
  const { projectId, row, columns, canDraft } = props;
  const { date, dateFrom, dateTo } = props.address;
  return (
    <tr data-testid="page-row" className="h-9 border-line border-b">
      <th scope="row" className="w-full max-w-0 py-1.5 pr-1 font-normal max-sm:text-xs">
        <span className="flex items-center gap-1.5">
          <IntentLink
            href={`/${projectId}/feedback${serializeInboxAddress({ date, dateFrom, dateTo, path: row.page })}`}
            title={displayable(row.page)}
            dir="auto"
            className="block min-w-0 truncate underline-offset-2 hover:underline max-xl:wrap-anywhere max-xl:whitespace-normal"
          >
            <PathText path={row.page} />
          </IntentLink>
          {props.withoutFile && <FileMark isMissing={props.withoutFile.has(row.page)} />}
        </span>
      </th>
      {columns.map(({ name, className, cell }) => (
        <td key={name} className={`whitespace-nowrap px-1.5 py-1.5 sm:px-2 ${className}`}>
          {cell(row)}
        </td>
      ))}
      {canDraft && (
        <td className="whitespace-nowrap py-1 pl-2 text-right">
          {row.open > 0 && (
            <DraftButton
              projectId={projectId}
              destination={props.destination}
              filters={{ path: row.page }}
              of={displayable(row.page)}
              isQuiet
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** Marks a page without a file. Takes its room before that is known, so that nothing moves. */
function FileMark({ isMissing }: { isMissing: boolean }) {
  return (
    <span className="size-4 shrink-0 text-muted">
      {isMissing && <FileX size={16} label="No file" />}
    </span>
  );
}

function Header(props: {
  name: string;
  hint: string;
  sort: PageSort | null;
  current: PageSort;
  className: string;
  onSort: (sort: PageSort) => void;
}) {
  const { name, hint, sort, current, onSort } = props;
  const isCurrent = sort === current;
  const [order, up] =
    sort === "page" ? (["ascending", "↑"] as const) : (["descending", "↓"] as const);
  const arrow = isCurrent ? up : null;
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? order : undefined}
      title={sort === null ? hint : undefined}
      className={`whitespace-nowrap px-1.5 py-1 font-normal first:pl-0 sm:px-2 ${props.className}`}
    >
      {sort === null ? (
        name
      ) : (
        <SortButton name={name} hint={hint} arrow={arrow} onClick={() => onSort(sort)} />
      )}
    </th>
  );
}

function SortButton(props: {
  name: string;
  hint: string;
  /** Null if the list isn't sorted by it. */
  arrow: "↑" | "↓" | null;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      title={props.hint}
      onClick={props.onClick}
      className={`-mx-1 rounded px-1 hover:text-ink ${props.arrow ? "font-medium text-ink" : ""}`}
    >
      {props.name}
      {props.arrow && <span aria-hidden> {props.arrow}</span>}
    </button>
  );
}

function format(count: number): string {
  return count.toLocaleString("en");
}
