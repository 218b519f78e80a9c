"use client";

import { DISMISSAL_REASON_LENGTH, MAX_DISMISSAL_REASONS } from "../../lib/contract/api/limits.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { SettingsList } from "./settings-list.tsx";

/** The reasons for which a project's items are dismissed. */
export function DismissalReasons({ projectId }: { projectId: string }) {
  return (
    <SettingsList
      projectId={projectId}
      setting="dismissalReasons"
      about="When you dismiss items, you can say why. Removing a reason doesn't change items that already have it."
      noun="reason"
      most={MAX_DISMISSAL_REASONS}
      nameLength={DISMISSAL_REASON_LENGTH}
      blank={{}}
      render={({ name, handOver }) => (
        <>
          {displayable(name)}
          {handOver && <span className="text-muted"> (offers a handoff message)</span>}
        </>
      )}
      fields={({ handOver }, change) => (
        <label className="flex cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={handOver ?? false}
            onChange={({ target }) => change({ handOver: target.checked || undefined })}
            className="size-4 accent-accent"
          />
          Offer a message for handing items off to another team
        </label>
      )}
    />
  );
}
