import type { ReactNode } from "react";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";
import { Time } from "../app/time.tsx";
import { PathText } from "../ui/path-text.tsx";
import { Comment } from "./comment.tsx";
import { StatusLabel } from "./status-label.tsx";

/** An item that is listed beside the open one, and opens in its place. */
export function OtherItem(props: {
  item: FeedbackRow;
  /** The status to show: the item's own, or one that is being saved. */
  status: string;
  /** Whether to name its page. */
  hasPage?: boolean;
  onOpen: () => void;
  actions?: ReactNode;
}) {
  const { item, status, hasPage } = props;
  return (
    <li className="other-item">
      <button
        type="button"
        dir="auto"
        onClick={props.onOpen}
        className="untrusted min-w-0 text-start"
      >
        <Comment text={item.reasons ?? item.comment} source={item.source} singleLine />
      </button>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusLabel status={status} />
        {hasPage && (
          <span className="untrusted text-muted">
            <PathText path={item.page} />
          </span>
        )}
        {item.createdAt !== null && (
          <span className="text-muted">
            <Time at={item.createdAt} />
          </span>
        )}
        {props.actions}
      </div>
    </li>
  );
}
