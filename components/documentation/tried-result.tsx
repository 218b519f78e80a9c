import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { differenceOf } from "./check-difference.ts";
import { checkSentence } from "./check-result.tsx";
import { UnmatchedPages } from "./unmatched-pages.tsx";

/** What unsaved rules would gain and lose. */
export function TriedResult(props: { projectId: string; saved: DocsCheck; tried: DocsCheck }) {
  const { projectId, saved, tried } = props;
  const { gained, lost } = differenceOf(saved, tried);
  return (
    <>
      {gained && gained.length > 0 && (
        <Changed title="Would match a file" projectId={projectId} pages={gained} />
      )}
      {lost && lost.length > 0 && (
        <Changed title="Wouldn't match a file anymore" projectId={projectId} pages={lost} />
      )}
      {tried.unmatched.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-accent">
            Show the pages that would have no file
          </summary>
          <div className="mt-2">
            <UnmatchedPages projectId={projectId} pages={tried.unmatched} withTried />
          </div>
        </details>
      )}
    </>
  );
}

function Changed(props: { title: string; projectId: string; pages: DocsCheck["unmatched"] }) {
  return (
    <div className="flex flex-col gap-1">
      <h5 className="font-medium">{props.title}</h5>
      <UnmatchedPages projectId={props.projectId} pages={props.pages} withTried={false} />
    </div>
  );
}

/** Says what unsaved rules would change, for everyone and for screen readers. */
export function triedSentence(saved: DocsCheck, tried: DocsCheck): string {
  const { more } = differenceOf(saved, tried);
  const would = checkSentence(tried);
  if (tried.total === 0) return would;
  if (more === null) {
    const [pages, before] = [tried.total, saved.total].map((count) => count.toLocaleString("en"));
    return `With these rules, your feedback is about ${pages} pages instead of ${before}. ${would}`;
  }
  const count = Math.abs(more).toLocaleString("en");
  const change = more === 0 ? "as many as now" : `${count} ${more > 0 ? "more" : "fewer"} than now`;
  return `With these rules: ${would} That's ${change}.`;
}
