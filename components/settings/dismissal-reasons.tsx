"use client";

import { DISMISSAL_REASON_LENGTH, MAX_DISMISSAL_REASONS } from "../../lib/contract/api/limits.ts";
import type { DismissalReason } from "../../lib/contract/api/settings.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { CheckField } from "../ui/check-field.tsx";
import type { ListOf } from "./named-list.tsx";
import { SettingsList } from "./settings-list.tsx";

const REASONS: ListOf<DismissalReason, boolean> = {
  noun: "reason",
  most: MAX_DISMISSAL_REASONS,
  nameLength: DISMISSAL_REASON_LENGTH,
  valuesOf: (reason) => reason?.handOver ?? false,
  itemOf: (named, handOver) => (handOver ? { ...named, handOver } : named),
  render: ({ name, handOver }) => (
    <>
      {displayable(name)}
      {handOver && <span className="text-muted"> (offers a handoff message)</span>}
    </>
  ),
  fields: (handOver, onChange) => (
    <CheckField
      label="Offer a message for handing items off to another team"
      checked={handOver}
      onChange={({ target }) => onChange(target.checked)}
    />
  ),
};

/** The reasons for which a project's items are dismissed. */
export function DismissalReasons({ projectId }: { projectId: string }) {
  return (
    <SettingsList
      projectId={projectId}
      about="When you dismiss items, you can say why. Removing a reason doesn't change items that already have it."
      of={REASONS}
      itemsOf={({ dismissalReasons }) => dismissalReasons}
      changeTo={(dismissalReasons) => ({ dismissalReasons })}
    />
  );
}
