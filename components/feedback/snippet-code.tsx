import { displayable } from "../../lib/text/displayable.ts";
import { Highlight } from "./highlight.tsx";

/** The code snippet of an item, shown as plain text. */
export function SnippetCode(props: { code: string; lang: string | null; filename: string | null }) {
  const caption = [props.filename, props.lang].filter((part) => part !== null).join(" · ");
  return (
    <figure className="rounded-md border border-line">
      {caption !== "" && (
        <figcaption className="untrusted border-line border-b px-3 py-1 text-muted text-xs">
          {displayable(caption)}
        </figcaption>
      )}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 font-mono text-xs leading-5">
        <code>
          <Highlight text={displayable(props.code)} />
        </code>
      </pre>
    </figure>
  );
}
