import type { HostComment } from "../../../lib/contract/api/host-reviews.ts";
import { lineNames } from "../../../lib/prompt/review-comments.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { PathText } from "../../ui/path-text.tsx";
import type { CommentPlace } from "./comment-places.ts";

/** Lines of a quote that are shown. */
const MAX_LINES = 4;

/** What a comment is about. Leads to its lines where they are in the change. */
export function PlaceInChange(props: {
  comment: Pick<HostComment, "path" | "line" | "lastLine" | "quote"> & CommentPlace;
  /** What is said before it. */
  prefix?: string;
  onOpen: (hunk: string) => void;
  /** The address of a page of the diff. */
  pageAddress: (page: number) => string;
}) {
  const { comment, prefix, onOpen, pageAddress } = props;
  const { hunk, page, quote, path, line } = comment;
  if (path === "") return null;
  const lines = displayable(quote).split("\n");
  const name = (
    <>
      <PathText path={path} />
      {line > 0 && `, ${lineNames(comment)}`}
    </>
  );
  return (
    <>
      <p className="untrusted">
        {prefix}
        {hunk !== undefined && (
          <button type="button" className="link text-left" onClick={() => onOpen(hunk)}>
            {name}
          </button>
        )}
        {page !== undefined && (
          <a href={pageAddress(page)} className="link">
            {name}
          </a>
        )}
        {hunk === undefined && page === undefined && name}
        {comment.isGone && (
          <span className="text-warn"> These lines aren't in the change anymore.</span>
        )}
      </p>
      {quote !== "" && (
        <p className="review-quote untrusted">
          {lines.slice(0, MAX_LINES).join("\n")}
          {lines.length > MAX_LINES && "\n…"}
        </p>
      )}
    </>
  );
}
