"use client";

import { type FocusEvent, type KeyboardEvent, memo, useEffect, useRef } from "react";
import type { JobPart } from "../../lib/prompt/split.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { shorten } from "../../lib/text/shorten.ts";
import { CircleCheck, GitBranch, TriangleAlert } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { PathText } from "../ui/path-text.tsx";
import { useIncrementalRows } from "../ui/use-incremental-rows.ts";
import { Remark } from "./evidence-list.tsx";
import { TemplateRemark } from "./template-select.tsx";
import type { Sending } from "./use-batch.ts";
import type { PreparedJob } from "./use-prepared-jobs.ts";

/** Distance from the last shown row, in rows, at which moving the focus shows more. */
const ROWS_BEFORE_END = 5;
const MAX_THEME_LENGTH = 80;

/** One job of the table. */
export interface BatchRow {
  /** The key of its part. */
  id: string;
  part: JobPart;
  /** Undefined until its prompt is drafted. */
  job: PreparedJob | undefined;
  isTicked: boolean;
  /** How many of its items are already in an open job. */
  busy: number;
  sending: Sending | undefined;
  /** ID of the created job; null if only the server knows it, and undefined before. */
  createdId: string | null | undefined;
}

interface RowActions {
  projectId: string;
  /** Whether jobs can't be chosen now, because some are being created. */
  isLocked: boolean;
  onTick: (ids: readonly string[], isTicked: boolean) => void;
  onOpen: (id: string) => void;
}

/**
 * Lists the jobs of a split selection, to open, edit, and choose. The arrow keys move between rows.
 * @param props.focused the job that gets the focus when the list is shown again
 */
export function BatchTable(
  props: RowActions & { rows: readonly BatchRow[]; focused: string | null },
) {
  const { rows, focused, projectId, isLocked, onTick, onOpen } = props;
  const { shown, end, more } = useIncrementalRows<HTMLTableRowElement>(
    rows.length,
    rows.findIndex(({ id }) => id === focused) + 1,
  );
  // The keyboard can reach the next rows before they are scrolled to.
  const onFocus = ({ target }: FocusEvent) => {
    if ((target.closest("tr")?.rowIndex ?? 0) > shown - ROWS_BEFORE_END) more();
  };
  return (
    <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-collapse">
      <thead className="sticky top-0 z-10 bg-surface text-left text-muted">
        <tr>
          <th scope="col" className="w-8 py-1">
            <TickAll rows={rows} isLocked={isLocked} onTick={onTick} />
          </th>
          <th scope="col" className="px-2 py-1 font-medium">
            Job
          </th>
          <th scope="col" className="w-14 px-2 py-1 text-right font-medium">
            Items
          </th>
          <th scope="col" className="w-24 py-1 max-sm:w-16">
            <span className="sr-only">Prompt or result</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows} onFocus={onFocus}>
        {rows.slice(0, shown).map((row) => (
          <Row
            key={row.id}
            {...row}
            {...{ projectId, isLocked, onTick, onOpen }}
            isFocused={row.id === focused}
          />
        ))}
        {shown < rows.length && (
          <tr ref={end}>
            <td colSpan={4} className="py-2 text-muted">
              Showing {shown} of {rows.length} jobs…
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function TickAll({
  rows,
  isLocked,
  onTick,
}: Pick<RowActions, "isLocked" | "onTick"> & { rows: readonly BatchRow[] }) {
  const box = useRef<HTMLInputElement>(null);
  const open = rows.filter(({ job, createdId }) => createdId === undefined && !job?.obstacle);
  const ticked = open.filter(({ isTicked }) => isTicked).length;
  const isMixed = ticked > 0 && ticked < open.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all jobs"
      disabled={isLocked || open.length === 0}
      checked={ticked > 0 && !isMixed}
      onChange={({ target }) =>
        onTick(
          open.map(({ id }) => id),
          target.checked,
        )
      }
      className="block size-4"
    />
  );
}

const Row = memo(function Row(props: BatchRow & RowActions & { isFocused: boolean }) {
  const { id, part, job, isTicked, createdId, isLocked } = props;
  const isCreated = createdId !== undefined;
  return (
    <tr className="border-line border-t align-top" data-testid="batch-job">
      <td className="py-2">
        <input
          type="checkbox"
          aria-label={`Create job for ${displayable(nameOf(part))}`}
          checked={isCreated || (isTicked && !job?.obstacle)}
          disabled={isCreated || isLocked || !job || job.obstacle !== null}
          onChange={({ target }) => props.onTick([id], target.checked)}
          className="block size-4"
        />
      </td>
      <td className="untrusted px-2 py-1.5">
        <span className="font-medium">
          {part.page === null ? (
            <bdi>{displayable(nameOf(part))}</bdi>
          ) : (
            <PathText path={nameOf(part)} />
          )}
        </span>
        <span dir="auto" className="block truncate text-muted text-xs">
          {firstLine(part, job)}
        </span>
        {job && <TemplateRemark choice={job.template} />}
        <Remarks {...props} />
      </td>
      <td className="px-2 py-1.5 text-right tabular-nums">{job?.feedbackIds.length}</td>
      <td className="py-1.5 text-right">
        <Result {...props} />
      </td>
    </tr>
  );
});

function Remarks({ job, busy, sending, createdId }: BatchRow) {
  if (createdId !== undefined || !job) return null;
  const problem = typeof sending === "object" ? sending.problem : null;
  // A job that isn't chosen needs no other warning.
  const about = job.obstacle === null ? job.warnings : [job.obstacle];
  return (
    <>
      {[problem && `Not created. ${problem}`, ...about].map(
        (text) =>
          text && (
            <Remark key={text} icon={TriangleAlert}>
              {text}
            </Remark>
          ),
      )}
      {busy > 0 && job.obstacle === null && (
        <Remark icon={GitBranch}>
          {counted(busy, "item is", "items are")} already in an open job.
        </Remark>
      )}
    </>
  );
}

/** The job's progress, or the button that opens its prompt. */
function Result({
  id,
  part,
  projectId,
  sending,
  createdId,
  isFocused,
  onOpen,
}: BatchRow & RowActions & { isFocused: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  const about = <span className="sr-only"> for {displayable(nameOf(part))}</span>;
  if (createdId) {
    return (
      <IntentLink href={`/${projectId}/jobs/${createdId}`} className="link text-accent">
        <CircleCheck className="mr-1 text-good" />
        Open job{about}
      </IntentLink>
    );
  }
  if (createdId === null) return <span className="text-muted">Created</span>;
  if (sending === "waiting") return <span className="text-muted">Waiting…</span>;
  if (sending === "sending") return <span>Sending…</span>;
  return (
    <button ref={button} type="button" className="link text-accent" onClick={() => onOpen(id)}>
      Prompt{about}
    </button>
  );
}

/** Names a job by its page, or a theme by its first item's words. */
export function nameOf({ page, place, key, items }: JobPart): string {
  const isTheme = key?.startsWith("theme\n");
  const name = (isTheme && quoted(items)) || (page ?? "");
  return place ? `${name} (${place.number} of ${place.of})` : name;
}

/** Returns the first line of a prompt, or the first reader's words if that line only repeats the page. */
function firstLine({ page, items }: JobPart, job: PreparedJob | undefined): string {
  if (!job) return "Drafting…";
  const included = new Set(job.feedbackIds);
  if (included.size === 0) return "";
  const namesPage = page !== null && job.title.endsWith(page);
  const said = namesPage && quoted(items.filter(({ id }) => included.has(id)));
  return said ? displayable(said) : job.title;
}

/** Quotes the first words of readers; empty if there are none. */
function quoted(items: JobPart["items"]): string {
  const said = items.find(({ comment }) => comment?.trim())?.comment?.trim();
  return said ? `“${shorten(said.replaceAll(/\s+/g, " "), MAX_THEME_LENGTH)}”` : "";
}

const STEPS = new Map([
  ["ArrowDown", "nextElementSibling"],
  ["ArrowUp", "previousElementSibling"],
] as const);

/** Moves the focus to the same control of the next or the previous row that has it. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = [...STEPS].find(([key]) => key === event.key)?.[1];
  if (!step || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  const control = event.target.matches("input") ? "input:enabled" : "a, button";
  for (let row = event.target.closest("tr")?.[step]; row; row = row[step]) {
    const found = row.querySelector<HTMLElement>(control);
    if (found) {
      found.focus();
      return;
    }
  }
}
