"use client";

import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { PullFile } from "../../../lib/contract/api/pull-request.ts";
import type { RenderedPage, RenderedRow } from "../../../lib/contract/api/rendered-page.ts";
import { renderedPage } from "../../../lib/queries/reviews.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { LoadError } from "../../ui/load-error.tsx";
import type { PageRendering } from "./page-rendering.ts";
import { rowHunks } from "./row-hunks.ts";
import "../../feedback/passage.css";
import "./rendered.css";

/** A changed page as it renders before and after the change. It is read when it comes near the screen. */
export function RenderedFile(props: {
  file: PullFile;
  rendering: PageRendering;
  /** Whether what is far from any change is shown, too. */
  isWhole: boolean;
  linked?: ReadonlySet<string>;
}) {
  const { file, rendering, isWhole, linked } = props;
  const { pull, head } = rendering;
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const { data, error, refetch } = useQuery({
    ...renderedPage(pull, file, { head, isWhole }),
    enabled: isNear,
    placeholderData: (before) => before,
  });
  // Deferred, so that a long page is rendered in slices.
  const page = useDeferredValue(data);
  return (
    <div ref={place} className="rendered-page" data-testid="rendered-page">
      <LoadError error={error} outdated={null} onRetry={() => void refetch()} />
      {page ? (
        <Page page={page} file={file} linked={linked} />
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

function Page(props: { page: RenderedPage; file: PullFile; linked?: ReadonlySet<string> }) {
  const { page, file, linked } = props;
  const { rows, isTooLarge } = page;
  const hunks = useMemo(() => rowHunks(rows, file.hunks), [rows, file.hunks]);
  let changes = 0;
  const numbers = rows.map(({ kind }) => (kind === "changed" ? ++changes : 0));
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
      {rows.map((row, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never change their order.
          key={index}
          row={row}
          name={`Change ${numbers[index]} in ${displayable(file.path)}`}
          hunk={hunks[index]}
          isLinked={linked?.has(hunks[index] ?? "") ?? false}
        />
      ))}
    </>
  );
}

const Row = memo(function Row(props: {
  row: RenderedRow;
  /** Of a change. */
  name: string;
  hunk: string | undefined;
  isLinked: boolean;
}) {
  const { row, name, hunk, isLinked } = props;
  if (row.kind === "hidden") {
    return <p className="rendered-hidden">{counted(row.blocks, "unchanged block")} not shown</p>;
  }
  if (row.kind === "same") {
    return (
      <div className="rendered-row">
        {/* A copy beside the other one, for the eyes alone. */}
        <div inert className="rendered-copy">
          <Html html={row.html} />
        </div>
        <div>
          <Html html={row.html} />
        </div>
      </div>
    );
  }
  const { before, after } = row;
  return (
    <section
      aria-label={name}
      tabIndex={0}
      data-hunk={hunk}
      data-linked={isLinked || undefined}
      className="rendered-row rendered-change"
    >
      <Side name={after === null ? "Removed" : "Before"} html={before} />
      <Side name={before === null ? "Added" : "After"} html={after} />
    </section>
  );
});

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

function Html({ html }: { html: string }) {
  return (
    <div
      className="passage rendered"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, see lib/site/safe-html.ts.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** How far below the screen a page is read, so that it is there when someone scrolls to it. */
const MARGIN = "600px";

function useIsNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
