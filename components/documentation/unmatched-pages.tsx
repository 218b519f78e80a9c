import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { NO_FILTERS, serializeFilters } from "../../lib/filters/feedback-filters.ts";
import { displayable } from "../../lib/text/displayable.ts";
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
      {props.pages.map(({ page, items, tried }) => (
        <li key={page} className="flex min-w-0 flex-col gap-0.5 px-3 py-2">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <IntentLink
              href={`/${props.projectId}/feedback${serializeFilters({ ...NO_FILTERS, path: page })}`}
              title={displayable(page)}
              className="link untrusted min-w-0 wrap-anywhere text-accent"
            >
              <PathText path={page} />
            </IntentLink>
            <span className="text-muted tabular-nums">
              {`${items.toLocaleString("en")} ${items === 1 ? "item" : "items"}`}
            </span>
          </p>
          {props.withTried && tried.length > 0 && (
            <p className="text-muted text-xs">
              Tried{" "}
              {tried.map((path, index) => (
                <span key={path}>
                  {index > 0 && ", "}
                  <code className="untrusted wrap-anywhere font-mono">{displayable(path)}</code>
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
