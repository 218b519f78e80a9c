import { useRef } from "react";
import type { ListedFile, PullDiff } from "../../../lib/contract/api/pull-request.ts";
import { PathText } from "../../ui/path-text.tsx";
import { useScheduledRows } from "../../ui/use-scheduled-rows.ts";

/** The changed files of a diff that has several pages. Each leads to its place. */
export function FileList(props: {
  changes: PullDiff;
  /** The address of a page of the diff. */
  pageAddress: (page: number) => string;
  /** Prefix of the files' element IDs. */
  prefix?: string;
}) {
  const { page, fileList, fileCount } = props.changes;
  const more = fileCount - fileList.length;
  const list = useRef<HTMLUListElement>(null);
  const { rows } = useScheduledRows(true, fileList.length, list);
  return (
    <nav aria-label="Changed files">
      <details className="rounded-md border border-line">
        <summary className="bg-raised px-3 py-1.5">All changed files</summary>
        <ul
          ref={list}
          className="max-h-96 overflow-y-auto px-3 py-2 [&_code]:text-xs [&_li]:py-0.5"
        >
          {withPlaces(fileList.slice(0, rows), props.prefix).map(({ file, place }) => (
            <li key={file.path}>
              {/* Not prefetched: there may be a thousand. */}
              <a
                href={`${file.page === page ? "" : props.pageAddress(file.page)}#${place}`}
                className="link untrusted"
              >
                <code>
                  <PathText path={file.path} />
                </code>
              </a>{" "}
              <FileCounts file={file} />
            </li>
          ))}
          {more > 0 && <li className="text-muted">and {more.toLocaleString("en-US")} more</li>}
        </ul>
      </details>
    </nav>
  );
}

/** The ID of a file's diff on its page. */
export const fileElementId = (index: number, prefix = "file") => `${prefix}-${index + 1}`;

/** Lines added to and removed from a file. */
export function FileCounts({
  file: { additions, deletions },
}: {
  file: Pick<ListedFile, "additions" | "deletions">;
}) {
  return (
    <span className="inline-flex gap-x-1.5 whitespace-nowrap tabular-nums">
      <span className="text-good">+{additions}</span> <span className="text-bad">−{deletions}</span>
    </span>
  );
}

function withPlaces(files: readonly ListedFile[], prefix: string | undefined) {
  let first = 0;
  return files.map((file, index) => {
    if (files[index - 1]?.page !== file.page) first = index;
    return { file, place: fileElementId(index - first, prefix) };
  });
}
