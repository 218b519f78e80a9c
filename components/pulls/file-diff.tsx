import type { PullFile, PullLine } from "../../lib/contract/api/pull-request.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { PathText } from "../ui/path-text.tsx";
import { FileCounts } from "./file-list.tsx";

/** The diff of one file in a pull request. */
export function FileDiff({ file, id }: { file: PullFile; id: string }) {
  return (
    <details open id={id} className="overflow-hidden rounded-md border border-line">
      <summary className="untrusted bg-raised px-3 py-1.5">
        <code className="font-mono text-xs">
          {file.oldPath && (
            <>
              <PathText path={file.oldPath} /> →{" "}
            </>
          )}
          <PathText path={file.path} />
        </code>{" "}
        <span className="text-muted">
          {file.status}
          {file.kind !== "file" && `, ${file.kind}`}
        </span>{" "}
        <FileCounts file={file} />
      </summary>
      {file.binary && <p className="px-3 py-2 text-muted">Binary or large file not shown</p>}
      {file.hunks.length > 0 && <Lines file={file} />}
      {file.cut && (
        <p className="border-line border-t px-3 py-2 text-muted">
          This diff is too long to show in full. Check out the branch to see the rest.
        </p>
      )}
    </details>
  );
}

function Lines({ file }: { file: PullFile }) {
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <section aria-label={`Changes in ${file.path}`} tabIndex={0} className="overflow-x-auto">
      <table className="diff w-full border-collapse font-mono text-xs leading-5">
        <thead className="sr-only">
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
            <th scope="col">Line</th>
          </tr>
        </thead>
        {file.hunks.map((hunk) => (
          <tbody key={hunk.header}>
            <tr className="bg-sunken text-muted">
              <td colSpan={4} className="px-3">
                {displayable(hunk.header)}
              </td>
            </tr>
            {hunk.lines.map((line) => (
              <Line key={`${line.oldNumber}:${line.newNumber}`} line={line} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

const LINE_STYLES = {
  context: { sign: "", className: undefined, name: "" },
  added: { sign: "+", className: "bg-good-soft", name: "added: " },
  removed: { sign: "−", className: "bg-bad-soft", name: "removed: " },
} as const;

function Line({ line }: { line: PullLine }) {
  const { sign, className, name } = LINE_STYLES[line.kind];
  return (
    <tr className={className}>
      <td>{line.oldNumber}</td>
      <td>{line.newNumber}</td>
      <td>
        {name && (
          <>
            <span aria-hidden>{sign}</span>
            <span className="sr-only">{name}</span>
          </>
        )}
      </td>
      <td>{displayable(line.text)}</td>
    </tr>
  );
}
