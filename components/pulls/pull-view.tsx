import type { PullRequest } from "../../lib/contract/api/pull-request.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Permitted } from "../app/permitted.tsx";
import { Time } from "../app/time.tsx";
import { PullStateLabel } from "../jobs/pull-state-label.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { FileDiff } from "./file-diff.tsx";
import { FileList, filePlace } from "./file-list.tsx";
import { PullActions } from "./pull-actions.tsx";

/** A pull request with its description, actions, diff, and commits. */
export function PullView({ pull, jobId }: { pull: PullRequest; jobId: string | null }) {
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="untrusted page-title">
          {displayable(pull.title)} <span className="font-normal text-muted">#{pull.number}</span>
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {/* A merge is announced. */}
          <span role="status" className="text-ink">
            <PullStateLabel state={pull.state} testId="pull-state" />
          </span>
          <span className="untrusted">
            <code className="font-mono">{pull.branch}</code> into{" "}
            <code className="font-mono">{pull.base}</code>
          </span>
          <span>
            Opened <Time at={pull.createdAt} />
            {pull.settledAt !== null && (
              <>
                , {pull.state} <Time at={pull.settledAt} />
              </>
            )}
          </span>
          {jobId !== null && (
            <IntentLink href={`/${pull.projectId}/jobs/${jobId}`} className="link text-accent">
              View agent job
            </IntentLink>
          )}
        </p>
      </header>
      {pull.mergeable === "conflict" && (
        <Notice tone="warn">
          This branch conflicts with {pull.base} and can't be merged. Close the pull request and
          create a new job.
        </Notice>
      )}
      {pull.state === "open" && pull.mergeable === null && (
        <Notice tone="warn">Couldn't reach the repository. Try again in a moment to merge.</Notice>
      )}
      {pull.state === "open" && (
        <Permitted to="jobs">
          <PullActions number={pull.number} canMerge={pull.mergeable === "clean"} />
        </Permitted>
      )}
      <p className="untrusted whitespace-pre-wrap rounded-md border border-line p-3">
        {displayable(pull.body)}
      </p>
      <section className="flex flex-col gap-3">
        <h2 className="font-medium">
          {pull.fileCount.toLocaleString("en-US")} changed {pull.fileCount === 1 ? "file" : "files"}
        </h2>
        {pull.pages > 1 && <FileList pull={pull} />}
        <DiffPages pull={pull} place="above" />
        {pull.files.map((file, index) => (
          <FileDiff key={file.path} file={file} id={filePlace(index)} />
        ))}
        <DiffPages pull={pull} place="below" />
      </section>
      <section>
        <h2 className="mb-1 font-medium">Commits</h2>
        <ul>
          {pull.commits.map(({ sha, title }) => (
            <li key={sha} className="untrusted">
              <code className="font-mono text-muted">{sha.slice(0, 8)}</code> {displayable(title)}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Links to the previous and next page of a long diff. */
function DiffPages({
  pull: { number, page, pages },
  place,
}: {
  pull: PullRequest;
  place: "above" | "below";
}) {
  if (pages === 1) return null;
  const link = (to: number, label: string) => (
    <IntentLink href={`/pulls/${number}?page=${to}`} className="link text-accent">
      {label}
    </IntentLink>
  );
  return (
    <nav aria-label={`Diff pages, ${place} the files`} className="flex gap-3">
      <span>
        Page {page} of {pages}
      </span>
      {page > 1 && link(page - 1, "Previous files")}
      {page < pages && link(page + 1, "Next files")}
    </nav>
  );
}
