import { Comment } from "../../feedback/comment.tsx";
import { SourceIcon } from "../../feedback/source-label.tsx";

/** What a reader said, after the sign of its rating or source. */
export function ItemComment(props: {
  item: { source: string; helpful: boolean | null; comment: string | null };
  className?: string;
}) {
  const { source, helpful, comment } = props.item;
  return (
    <span className="flex items-start gap-2">
      <SourceIcon
        source={source}
        helpful={helpful}
        className={`mt-[3px] shrink-0 ${helpful === false ? "text-bad" : "text-muted"}`}
      />
      <Comment
        text={comment}
        source={source}
        className={`min-w-0 flex-1 ${props.className ?? ""}`}
      />
    </span>
  );
}
