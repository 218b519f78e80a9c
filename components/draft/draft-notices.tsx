import { Notice } from "../ui/notice.tsx";
import { FenceNotice } from "./fence-notice.tsx";
import { MentionNotice } from "./mention-notice.tsx";
import type { Draft } from "./use-draft.ts";

/** Says whether an edited prompt still updates with the evidence, and which quotes are broken. */
export function DraftNotices({ draft }: { draft: Draft }) {
  return (
    <>
      {draft.outdatedReason !== null ? (
        <OutdatedNotice draft={draft} />
      ) : (
        draft.isEdited && <EditedNotice draft={draft} />
      )}
      <FenceNotice problems={draft.problems} />
      <MentionNotice items={draft.stillMentioned} />
    </>
  );
}

function EditedNotice({ draft }: { draft: Draft }) {
  return (
    <Notice tone="info" role="status">
      You edited this prompt. It still updates with the selected items and keeps your edits.{" "}
      <DiscardEdits draft={draft} />
      {draft.replacedLines.length > 0 && (
        <details className="mt-1">
          <summary>
            Lines of the new draft replaced by your edits: {draft.replacedLines.length}
          </summary>
          <pre
            tabIndex={0}
            role="region"
            aria-label="Replaced lines"
            className="untrusted mt-1 max-h-32 overflow-y-auto whitespace-pre-wrap font-mono text-xs"
          >
            {draft.replacedLines.join("")}
          </pre>
        </details>
      )}
    </Notice>
  );
}

function OutdatedNotice({ draft }: { draft: Draft }) {
  // FenceNotice already describes broken quote markers.
  const reason =
    draft.problems.length > 0 ? "Repair the quote markers to update it." : draft.outdatedReason;
  return (
    <Notice tone="warn" role="status">
      This prompt no longer updates with the selected items. {reason}
      <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {draft.canRegenerate && (
          <button type="button" className="underline" onClick={draft.regenerate}>
            Regenerate from the selected items
          </button>
        )}
        <DiscardEdits draft={draft} />
        <button type="button" className="underline" onClick={draft.keepText}>
          Keep my text
        </button>
      </span>
    </Notice>
  );
}

function DiscardEdits({ draft }: { draft: Draft }) {
  return (
    <button type="button" className="underline" onClick={draft.discardEdits}>
      Discard edits
    </button>
  );
}
