"use client";

import type { DismissalChange } from "../../../lib/item-fields/decision.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useDismissalReasons } from "../../app/use-dismissal-reasons.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";

/** Chooses why items are dismissed. */
export function DismissalDialog(props: {
  /** Items that are dismissed already; null to dismiss some. */
  dismissed: number | null;
  onChoose: (change: DismissalChange) => void;
  onClose: () => void;
}) {
  const { dismissed, onChoose } = props;
  const reasons = useDismissalReasons()?.filter(({ removed }) => !removed);
  const none = dismissed === null ? [] : [{ id: null, name: "No reason" }];
  return (
    <ChoiceDialog<{ id: string | null; name: string }>
      title={titleOf(dismissed)}
      choices={reasons && [...reasons, ...none]}
      render={({ name }) => <span className="untrusted min-w-0">{displayable(name)}</span>}
      onChoose={({ id, name }) => onChoose({ kind: "dismissal", reason: id, name })}
      empty="This project has no dismissal reasons. Admins can add some in Settings."
      onClose={props.onClose}
    />
  );
}

function titleOf(dismissed: number | null): string {
  if (dismissed === null) return "Dismiss with reason";
  return dismissed === 1
    ? "Why was this item dismissed?"
    : `Why were these ${dismissed.toLocaleString("en")} items dismissed?`;
}
