import { displayable } from "../../lib/text/displayable.ts";
import { Highlight } from "./highlight.tsx";

/** A reader's comment as plain text, or a placeholder without one. */
export function Comment(props: {
  text: string | null;
  source: string;
  /** Shown on a single line, which may cut it off. */
  singleLine?: boolean;
  className?: string;
}) {
  const { text, source, singleLine, className } = props;
  if (text === null || text.trim() === "") {
    const placeholder = source === "thumbs_only" ? "Vote without a comment" : "No comment";
    return <span className={classes("text-muted italic", className)}>{placeholder}</span>;
  }
  // A single line never wraps, and `dir` isolates its direction.
  const own = singleLine ? undefined : "untrusted";
  return (
    <span dir="auto" className={classes(own, className)}>
      <Highlight text={displayable(text)} />
    </span>
  );
}

function classes(...names: (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
