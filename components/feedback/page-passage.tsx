"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import type { ItemPage } from "../../lib/contract/api/item-page.ts";
import { itemPage } from "../../lib/queries/item-page.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Permitted } from "../app/permitted.tsx";
import { CHOICE_REASONS } from "../ui/file-choice.ts";
import { IntentLink } from "../ui/intent-link.tsx";
import { PathText } from "../ui/path-text.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import "./passage.css";

type Passage = NonNullable<ItemPage["passage"]>;

const FOUND_BY: Record<Passage["foundBy"], string> = {
  code: "Contains the reported code",
  quote: "Matches the quote",
  heading: "Section named in the feedback",
  start: "Errata couldn't tell which part this item is about. The page starts with:",
};

/** Maximum number of tried paths that are named. */
const MAX_TRIED = 4;

/** The part of the documentation that an item is about. Always has the same size, so that nothing moves. */
export function PagePassage(props: {
  projectId: string;
  item: FeedbackDetail;
  /** False while someone only passes items on the way to another. */
  isSettled: boolean;
}) {
  const { projectId, item } = props;
  const { data, error, refetch } = useQuery({
    ...itemPage(projectId, item.id),
    enabled: props.isSettled,
  });
  return (
    <>
      <header className="flex h-8 shrink-0 items-center gap-3 border-line border-b px-3">
        <h3 className="shrink-0 font-medium">On the page</h3>
        <span className="flex min-w-0 flex-1 items-center justify-end gap-3">
          {data?.file && <Links file={data.file} item={item} passage={data.passage} />}
        </span>
      </header>
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto px-3 py-2">
        {data?.file === null ? (
          <NoFile projectId={projectId} found={data} />
        ) : data ? (
          <>
            {data.choice && <OtherFiles choice={data.choice} />}
            <Content passage={data.passage} />
          </>
        ) : error ? (
          <Message>
            Couldn't load the page. {error.message}{" "}
            <button type="button" className="underline" onClick={() => void refetch()}>
              Try again
            </button>
          </Message>
        ) : (
          <Message>Loading…</Message>
        )}
      </div>
    </>
  );
}

function Links(props: {
  file: NonNullable<ItemPage["file"]>;
  item: FeedbackDetail;
  passage: Passage | null;
}) {
  const { path, line, url, preview } = props.file;
  const live = new URL(props.item.liveUrl ?? preview, location.origin);
  if (props.passage?.section) live.hash = props.passage.section.id;
  return (
    <>
      {url ? (
        <SafeLink href={url}>Edit source</SafeLink>
      ) : (
        <span title={displayable(path)} className="flex min-w-0 text-muted text-xs">
          <bdi className="truncate">{displayable(path)}</bdi>
          {line !== null && `:${line}`}
        </span>
      )}
      <span className="shrink-0">
        <SafeLink href={live.href}>View page</SafeLink>
      </span>
    </>
  );
}

/** Lists the paths that were tried, and tells where an admin can map addresses to files. */
function NoFile({ projectId, found }: { projectId: string; found: ItemPage }) {
  const { tried, several } = found;
  const all = several.length > 0 ? several : tried;
  return (
    <div role="status" className="text-muted">
      <p className="flex flex-wrap gap-x-3">
        {several.length > 0 ? "Several files match this page." : "No file for this page."}
        <Permitted to="settings">
          <IntentLink href={`/settings#documentation-${projectId}`} className="link text-accent">
            Set how addresses map to files
          </IntentLink>
        </Permitted>
      </p>
      {all.length > 0 && (
        <>
          {several.length === 0 && <p className="mt-2 text-xs">Tried:</p>}
          <ul className={`text-xs ${several.length === 0 ? "" : "mt-2"}`}>
            {all.slice(0, MAX_TRIED).map((path) => (
              <li key={path} className="untrusted wrap-anywhere">
                <PathText path={path} />
              </li>
            ))}
            {all.length > MAX_TRIED && <li>…</li>}
          </ul>
        </>
      )}
    </div>
  );
}

/** Names the files that fit the page's address as well. */
function OtherFiles({ choice }: { choice: NonNullable<ItemPage["choice"]> }) {
  const { others, reason } = choice;
  const named = others.slice(0, MAX_TRIED).map(displayable).join(", ");
  return (
    <p className="mb-2 text-muted text-xs">
      Also matches this page: <span className="untrusted">{named}</span>
      {others.length > MAX_TRIED && "…"}. This file was chosen because {CHOICE_REASONS[reason]}.
    </p>
  );
}

function Content({ passage }: { passage: Passage | null }) {
  if (!passage) return <Message>This page is empty or too long to show here.</Message>;
  const { html, foundBy, places, section, isCut } = passage;
  return (
    <>
      <p className="mb-2 text-muted text-xs">
        {FOUND_BY[foundBy]}
        {section && foundBy !== "heading" && (
          <>
            , in “<span className="untrusted">{displayable(section.title)}</span>”
          </>
        )}
        {places > 1 && `, first of ${places} matches`}
        {isCut && foundBy !== "start" && " (excerpt)"}
      </p>
      <div
        className="passage"
        data-testid="passage"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on the server, see lib/site/safe-html.ts.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  );
}

function Message({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-muted">
      {children}
    </p>
  );
}
