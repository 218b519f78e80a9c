import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { differenceOf, type TriedRules } from "./check-difference.ts";
import { checkSentence, listTitle, MissingFolders } from "./check-result.tsx";
import { UnmatchedPages } from "./unmatched-pages.tsx";

/** Lists the pages that unsaved rules would gain and lose. */
export function TriedResult(props: { projectId: string; saved: DocsCheck; tried: TriedRules }) {
  const { projectId, saved, tried } = props;
  const { gained, lost } = differenceOf(saved, tried);
  return (
    <>
      <MissingFolders check={tried.check} />
      {gained && gained.length > 0 && (
        <Changed title="Would match a file" projectId={projectId} pages={gained} />
      )}
      {lost && lost.length > 0 && (
        <Changed title="Wouldn't match a file anymore" projectId={projectId} pages={lost} />
      )}
      {tried.check.unmatched.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-accent">
            {listTitle(tried.check)} with these rules
          </summary>
          <div className="mt-2">
            <UnmatchedPages projectId={projectId} pages={tried.check.unmatched} withTried />
          </div>
        </details>
      )}
    </>
  );
}

function Changed(props: { title: string; projectId: string; pages: DocsCheck["unmatched"] }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="font-medium">{props.title}</h4>
      <UnmatchedPages projectId={props.projectId} pages={props.pages} withTried={false} />
    </div>
  );
}

/** Says what unsaved rules would change. Pages are counted anew if the rules name them differently. */
export function triedSentence(saved: DocsCheck, tried: TriedRules): string {
  const would = `With these rules: ${checkSentence(tried.check)}`;
  if (tried.check.total === 0) return would;
  const { more } = differenceOf(saved, tried);
  if (more === null) return `${would} Now: ${checkSentence(saved)}`;
  const count = Math.abs(more).toLocaleString("en");
  return `${would} That's ${more === 0 ? "the same as" : `${count} ${more > 0 ? "more" : "fewer"} than`} now.`;
}
