import { displayable } from "../../lib/text/displayable.ts";
import { Highlight } from "./highlight.tsx";

/** A reader's words as plain text, or what stands for them where there are none. */
export function Comment(props: {
  text: string | null;
  source: string;
  /** Only its beginning is in sight. */
  line?: boolean;
  className?: string;
}) {
  const { text, source, line, className = "" } = props;
  if (text === null || text.trim() === "") {
    const without = source === "thumbs_only" ? "Vote without a comment" : "No comment";
    return <span className={`text-muted italic ${className}`}>{without}</span>;
  }
  return (
    <span dir="auto" className={`untrusted ${className}`}>
      <Highlight text={displayable(text)} line={line} />
    </span>
  );
}
