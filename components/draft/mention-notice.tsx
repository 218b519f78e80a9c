import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { Notice } from "../ui/notice.tsx";

/** IDs that are listed; more would hide the prompt. */
const MAX_SHOWN_IDS = 5;

/** Says which excluded items the text of the prompt still mentions. */
export function MentionNotice({ items }: { items: Evidence[] }) {
  if (items.length === 0) return null;
  const more = items.length - MAX_SHOWN_IDS;
  const names = items.slice(0, MAX_SHOWN_IDS).map(({ id }) => id);
  return (
    <Notice tone="warn" role="status">
      The prompt still mentions{" "}
      <span className="untrusted font-mono text-xs">{names.join(", ")}</span>
      {more > 0 && ` and ${more} more`}, which you excluded. Remove{" "}
      {items.length === 1 ? "it" : "them"} from the text, or include{" "}
      {items.length === 1 ? "it" : "them"} again.
    </Notice>
  );
}
