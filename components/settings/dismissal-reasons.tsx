"use client";

import { DISMISSAL_REASON_LENGTH, MAX_DISMISSAL_REASONS } from "../../lib/contract/api/limits.ts";
import type { DismissalReason } from "../../lib/contract/api/settings.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";
import { NamedList } from "./named-list.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** The reasons for which a project's items are dismissed. */
export function DismissalReasons({ projectId }: { projectId: string }) {
  const canChange = usePermission("settings");
  const { settings, error, save } = useSaveSettings(projectId);
  if (!settings) return error && <Notice tone="bad">{error.message}</Notice>;
  return (
    <>
      <p className="mb-3 text-muted">
        When you dismiss items, you can say why. Items that were dismissed for a reason that you
        remove keep it. {!canChange && "Only admins can change this list."}
      </p>
      <NamedList<DismissalReason>
        noun="reason"
        items={settings.dismissalReasons}
        most={MAX_DISMISSAL_REASONS}
        nameLength={DISMISSAL_REASON_LENGTH}
        canChange={canChange}
        blank={{}}
        render={({ name, handOver }) => (
          <>
            {displayable(name)}
            {handOver && <span className="text-muted"> (offers a message to hand items over)</span>}
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
            Offer a message that hands items over to another team
          </label>
        )}
        save={(make) =>
          save.mutateAsync(({ dismissalReasons }) => ({ dismissalReasons: make(dismissalReasons) }))
        }
      />
    </>
  );
}
