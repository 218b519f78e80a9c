"use client";

import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, memo, type RefObject, useDeferredValue, useMemo, useRef } from "react";
import type { PullFile } from "../../../lib/contract/api/pull-request.ts";
import type { RenderedPage, RenderedRow } from "../../../lib/contract/api/rendered-page.ts";
import { renderedPage } from "../../../lib/queries/reviews.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { useScheduledRows } from "../../ui/use-scheduled-rows.ts";
import { useIsLinked } from "../desk/linked.ts";
import { useFocusAfterRemoval } from "./hunk-element.ts";
import { LINE_HEIGHT, linesIn } from "./line-rows.ts";
import type { PageRendering } from "./page-rendering.ts";
import { rowHunks } from "./row-hunks.ts";
import "../../feedback/passage.css";
import "./rendered.css";

/** Rows of a page that are rendered at once: those of the first screen. */
const ROWS_AT_ONCE = 10;

/** A changed page as it renders before and after the change. Pages near the screen are read first. */
export function RenderedFile(props: {
  file: PullFile;
  rendering: PageRendering;
  /** Whether what is far from any change is shown, too. */
  isWhole: boolean;
}) {
  const { file, rendering, isWhole } = props;
  const { pull, head } = rendering;
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(place, true);
  const { value: isItsTurn = false } = useScheduledRows(true, linesIn(file), place);
  const { data, error, refetch } = useQuery({
    ...renderedPage(pull, file, { head, isWhole }),
    enabled: isItsTurn,
    placeholderData: (before) => before,
  });
  // Deferred, so that a long page is rendered in slices.
  const page = useDeferredValue(data);
  return (
    <div
      ref={place}
      className="rendered-page"
      data-testid="rendered-page"
      style={page ? undefined : { minHeight: `${LINE_HEIGHT * linesIn(file)}rem` }}
    >
      <LoadError error={error} outdated={null} onRetry={() => void refetch()} />
      {page ? (
        <Page page={page} file={file} />
      ) : (
        !error && (
          <p role="status" className="px-3 py-2 text-muted">
            Rendering page…
          </p>
        )
      )}
    </div>
  );
}

function Page({ page, file }: { page: RenderedPage; file: PullFile }) {
  const { rows, isTooLarge } = page;
  const hunks = useMemo(() => rowHunks(rows, file.hunks), [rows, file.hunks]);
  const path = displayable(file.path);
  let changes = 0;
  let sinceChange = 0;
  const shown = rows.map((row, index) => {
    if (row.kind === "changed") {
      changes += 1;
      sinceChange = 0;
      const name = `Change ${changes} in ${path}`;
      return <Change key={changes} {...{ row, name, index }} hunk={hunks[index]} />;
    }
    sinceChange += 1;
    // Rows that show more once the whole page is shown are new, and wait for their turn.
    const key = `${changes} ${sinceChange} ${row.kind === "same" ? row.html.length : ""}`;
    if (row.kind === "same") return <Same key={key} html={row.html} index={index} />;
    return <Hidden key={key} blocks={row.blocks} />;
  });
  if (isTooLarge || changes === 0) {
    return (
      <p className="px-3 py-2 text-muted">
        {isTooLarge
          ? "This page is too large to render. Its source shows the change."
          : "The rendered page doesn't change. Its source shows the change."}
      </p>
    );
  }
  return (
    <>
      <div aria-hidden="true" className="rendered-row rendered-sides">
        <span>Before</span>
        <span>After</span>
      </div>
      {shown}
    </>
  );
}

function Hidden({ blocks }: { blocks: number }) {
  return <p className="rendered-hidden">{counted(blocks, "unchanged block")} not shown</p>;
}

/** Blocks that didn't change. */
const Same = memo(function Same({ html, index }: { html: string; index: number }) {
  const place = useRef<HTMLDivElement>(null);
  const { isShown, style } = useRow(place, index, 2 * html.length, html.length);
  return (
    <div ref={place} className="rendered-row" style={style}>
      {isShown && (
        <>
          {/* A visual copy of the other side, hidden from screen readers. */}
          <div inert className="rendered-copy">
            <Html html={html} />
          </div>
          <div>
            <Html html={html} />
          </div>
        </>
      )}
    </div>
  );
});

/** Blocks before and after a change. */
const Change = memo(function Change(props: {
  row: Extract<RenderedRow, { kind: "changed" }>;
  name: string;
  hunk: string | undefined;
  index: number;
}) {
  const { row, name, hunk, index } = props;
  const { before, after } = row;
  const place = useRef<HTMLElement>(null);
  const isLinked = useIsLinked("hunks", hunk);
  const [old, now] = [before?.length ?? 0, after?.length ?? 0];
  const { isShown, style } = useRow(place, index, old + now, Math.max(old, now));
  return (
    <section
      ref={place}
      aria-label={name}
      tabIndex={0}
      data-hunk={hunk}
      data-linked={isLinked || undefined}
      className="rendered-row rendered-change"
      style={style}
    >
      {isShown && (
        <>
          <Side name={after === null ? "Removed" : "Before"} html={before} />
          <Side name={before === null ? "Added" : "After"} html={after} />
        </>
      )}
    </section>
  );
});

/** Average characters of HTML in a rendered line, and its height in rem. */
const LINE = 80;
const RENDERED_LINE_HEIGHT = 1.5;

/** Shows a row in its turn, and keeps about its place until then. @param characters of its HTML, and of its longer side */
function useRow(
  place: RefObject<HTMLElement | null>,
  index: number,
  characters: number,
  longest: number,
): { isShown: boolean; style: CSSProperties } {
  const lines = Math.ceil(characters / LINE);
  const { value: isShown = false } = useScheduledRows(
    true,
    lines,
    place,
    index < ROWS_AT_ONCE ? lines : 0,
  );
  const height = `${Math.ceil(longest / LINE) * RENDERED_LINE_HEIGHT}rem`;
  return {
    isShown,
    style: { containIntrinsicHeight: `auto ${height}`, minHeight: isShown ? undefined : height },
  };
}

function Side({ name, html }: { name: string; html: string | null }) {
  if (html === null) return <div />;
  return (
    <div>
      <p className="rendered-side" data-side={name}>
        {name}
      </p>
      <Html html={html} />
    </div>
  );
}

const Html = memo(function Html({ html }: { html: string }) {
  return (
    <div
      className="passage rendered"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, see lib/site/safe-html.ts.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});
