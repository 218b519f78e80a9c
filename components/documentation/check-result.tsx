import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { Notice } from "../ui/notice.tsx";
import { isComplete } from "./check-difference.ts";
import { ChosenPages, PathList, UnmatchedPages } from "./unmatched-pages.tsx";

/** Says how many pages lead to a file, and lists those that don't. */
export function CheckResult(props: {
  projectId: string;
  check: DocsCheck;
  isChecking: boolean;
  /** Checks again, such as after a push. */
  onCheck: () => void;
}) {
  const { projectId, check } = props;
  const { total, matched, unmatched, chosen, commit } = check;
  const missing = total - matched;
  return (
    <div data-testid="docs-check" className="flex flex-col gap-2">
      <Notice tone={total === 0 ? "info" : missing === 0 ? "good" : "warn"}>
        {checkSentence(check)}
      </Notice>
      <MissingFolders check={check} />
      {missing > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-accent">{listTitle(check)}</summary>
          <div className="mt-2">
            <UnmatchedPages projectId={projectId} pages={unmatched} withTried />
          </div>
        </details>
      )}
      {chosen.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-accent">
            Pages that match several files ({chosen.length.toLocaleString("en")})
          </summary>
          <div className="mt-2">
            <ChosenPages projectId={projectId} pages={chosen} />
          </div>
        </details>
      )}
      <p className="text-muted text-xs">
        Checked at commit{" "}
        <code className="untrusted font-mono">{commit.slice(0, SHORT_COMMIT_LENGTH)}</code>
        {check.isRecounting && ". Counting feedback by page again…"}{" "}
        {/* Not disabled, or the focus would be lost. */}
        <button
          type="button"
          className="underline"
          aria-disabled={props.isChecking}
          onClick={() => props.isChecking || props.onCheck()}
        >
          Check again
        </button>
      </p>
    </div>
  );
}

/** Names the folders of the rules that don't exist. Renders nothing without one. */
export function MissingFolders({ check: { missingFolders } }: { check: DocsCheck }) {
  const count = missingFolders.length;
  if (count === 0) return null;
  return (
    <Notice tone="warn">
      {count === 1 ? "The folder " : "The folders "}
      <PathList paths={missingFolders} />
      {count === 1 ? " isn't" : " aren't"} in the repository. Correct or remove{" "}
      {count === 1 ? "it" : "them"} under “Folders”.
    </Notice>
  );
}

/** Characters of a commit's name that people read. */
const SHORT_COMMIT_LENGTH = 7;

export function checkSentence(check: DocsCheck): string {
  return (
    countSentence(check) + (check.isPartial ? " There may be more, which aren't checked." : "")
  );
}

function countSentence({ total, matched }: DocsCheck): string {
  if (total === 0) return "No feedback yet. Pages are checked once they get feedback.";
  if (total === 1) {
    return `The page in your feedback ${matched === 1 ? "matches" : "doesn't match"} a file.`;
  }
  if (matched === total) {
    return `All ${total.toLocaleString("en")} pages in your feedback match a file.`;
  }
  const [some, all] = [matched, total].map((count) => count.toLocaleString("en"));
  return `${some} of ${all} pages in your feedback ${matched === 1 ? "matches" : "match"} a file.`;
}

/** Names the list of the pages that have no file, or wouldn't have one. */
export function listTitle(check: DocsCheck): string {
  const missing = (check.total - check.matched).toLocaleString("en");
  if (isComplete(check)) return `Pages without a file (${missing})`;
  return `The ${check.unmatched.length} of ${missing} pages without a file that have the most feedback`;
}
