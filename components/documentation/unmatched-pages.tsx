import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { CHOICE_REASONS } from "../ui/file-choice.ts";
import { IntentLink } from "../ui/intent-link.tsx";
import { PathText } from "../ui/path-text.tsx";

/** Pages that lead to no file, each with its items in the inbox and the paths that don't exist. */
export function UnmatchedPages(props: {
  projectId: string;
  pages: DocsCheck["unmatched"];
  /** Whether the paths that were tried are listed. */
  withTried: boolean;
}) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {props.pages.map(({ page, items, tried, several }) => (
        <li key={page} className="flex min-w-0 flex-col gap-0.5 px-3 py-2">
          <ReportedPage projectId={props.projectId} page={page} items={items} />
          {props.withTried && several.length > 0 && (
            <p className="text-muted text-xs">
              Several files match: <PathList paths={several} />
            </p>
          )}
          {props.withTried && several.length === 0 && tried.length > 0 && (
            <p className="text-muted text-xs">
              Tried <PathList paths={tried} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Pages that fit more than one file, each with the one that was taken, the reason, and the others. */
export function ChosenPages(props: { projectId: string; pages: DocsCheck["chosen"] }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {props.pages.map(({ page, items, file, others, reason }) => (
        <li key={page} className="flex min-w-0 flex-col gap-0.5 px-3 py-2">
          <ReportedPage projectId={props.projectId} page={page} items={items} />
          <p className="text-muted text-xs">
            <PathList paths={[file]} />, because {CHOICE_REASONS[reason]}. Not{" "}
            <PathList paths={others} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function ReportedPage(props: { projectId: string; page: string; items: number }) {
  const { page, items } = props;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <IntentLink
        href={`/${props.projectId}/feedback${serializeInboxAddress({ path: page })}`}
        title={displayable(page)}
        className="link untrusted min-w-0 wrap-anywhere text-accent"
      >
        <PathText path={page} />
      </IntentLink>
      <span className="text-muted tabular-nums">{counted(items, "item")}</span>
    </p>
  );
}

/** Paths that differ only in their extension are named by it: `docs/a.md, .mdx`. */
export function PathList({ paths }: { paths: readonly string[] }) {
  const stems = paths.map((path) => path.replace(EXTENSION, ""));
  return paths.map((path, index) => (
    <span key={path}>
      {index > 0 && ", "}
      <code className="untrusted wrap-anywhere font-mono">
        {displayable(
          stems[index] === stems[index - 1] ? (EXTENSION.exec(path)?.[0] ?? path) : path,
        )}
      </code>
    </span>
  ));
}

const EXTENSION = /\.[a-z]{1,10}$/i;
