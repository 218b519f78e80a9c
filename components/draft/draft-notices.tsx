import { Notice } from "../ui/notice.tsx";
import { FenceNotice } from "./fence-notice.tsx";
import type { Draft } from "./use-draft.ts";

/** How an edited prompt goes along with the evidence, and where its fences are broken. */
export function DraftNotices({ draft }: { draft: Draft }) {
  return (
    <>
      {draft.stuck !== null ? <Stuck draft={draft} /> : draft.isEdited && <Edited draft={draft} />}
      <FenceNotice problems={draft.problems} />
    </>
  );
}

function Edited({ draft }: { draft: Draft }) {
  return (
    <Notice tone="info" role="status">
      Edited by hand. It still follows the evidence, and your edits stay. <Again draft={draft} />
      {draft.gaveWay.length > 0 && (
        <details className="mt-1">
          <summary>Lines of the new draft that your edits replace: {draft.gaveWay.length}</summary>
          <pre
            tabIndex={0}
            role="region"
            aria-label="Lines that gave way"
            className="untrusted mt-1 max-h-32 overflow-y-auto whitespace-pre-wrap font-mono text-xs"
          >
            {draft.gaveWay.join("")}
          </pre>
        </details>
      )}
    </Notice>
  );
}

function Stuck({ draft }: { draft: Draft }) {
  // Broken fences are told once, below.
  const reason = draft.problems.length > 0 ? "Mend the marks, and it can again." : draft.stuck;
  return (
    <Notice tone="warn" role="status">
      The text does not follow the evidence any more. {reason}
      <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {draft.canFollow && (
          <button type="button" className="underline" onClick={draft.followAgain}>
            Follow the evidence again
          </button>
        )}
        <Again draft={draft} />
        <button type="button" className="underline" onClick={draft.keepMine}>
          Keep my text
        </button>
      </span>
    </Notice>
  );
}

function Again({ draft }: { draft: Draft }) {
  return (
    <button type="button" className="underline" onClick={draft.draftAgain}>
      Discard the edits and draft again
    </button>
  );
}
