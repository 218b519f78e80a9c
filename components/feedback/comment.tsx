import { displayable } from "../../lib/text/displayable.ts";
import { Highlight } from "./highlight.tsx";

/** A reader's comment as plain text, or a placeholder without one. */
export function Comment(props: {
  text: string | null;
  source: string;
  /** Whether it is on a single line, which may cut it off. */
  singleLine?: boolean;
  className?: string;
}) {
  const { text, source, singleLine, className } = props;
  if (text === null || text.trim() === "") {
    const placeholder = source === "thumbs_only" ? "Vote without a comment" : "No comment";
    return <span className={classes("text-muted italic", className)}>{placeholder}</span>;
  }
  const shown = <Highlight text={displayable(text)} />;
  // A line of the list never wraps, and takes its direction from the list's styles.
  if (singleLine) return <span className={className}>{shown}</span>;
  return (
    <span dir="auto" className={classes("untrusted", className)}>
      {shown}
    </span>
  );
}

function classes(...names: (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
