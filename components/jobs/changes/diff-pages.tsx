import type { PullDiff } from "../../../lib/contract/api/pull-request.ts";

/** Links to the previous and next page of a long diff. */
export function DiffPages(props: {
  changes: Pick<PullDiff, "page" | "pages">;
  pageAddress: (page: number) => string;
  place: "above" | "below";
}) {
  const { page, pages } = props.changes;
  if (pages === 1) return null;
  const link = (to: number, label: string) => (
    <a href={props.pageAddress(to)} className="link text-accent">
      {label}
    </a>
  );
  return (
    <nav aria-label={`Diff pages, ${props.place} the files`} className="flex gap-3">
      <span>
        Page {page} of {pages}
      </span>
      {page > 1 && link(page - 1, "Previous files")}
      {page < pages && link(page + 1, "Next files")}
    </nav>
  );
}
