import type { ShownPull } from "../../../lib/contract/api/pull-request.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Permitted } from "../../app/permitted.tsx";
import { Time } from "../../app/time.tsx";
import { PullStateLabel } from "../pull-state-label.tsx";
import { MergeNotice } from "./merge-notice.tsx";
import { PullActions } from "./pull-actions.tsx";
import { PullChanges } from "./pull-changes.tsx";

/** A pull request that no job of the dashboard made: its state, actions, and diff. */
export function PullView({ pull }: { pull: ShownPull }) {
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
        </p>
      </header>
      {pull.state === "open" && (
        <>
          <MergeNotice mergeable={pull.mergeable} base={pull.base} />
          <Permitted to="jobs">
            <PullActions number={pull.number} canMerge={pull.mergeable === "clean"} />
          </Permitted>
        </>
      )}
      <PullChanges pull={pull} />
    </>
  );
}
