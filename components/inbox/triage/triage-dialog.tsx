"use client";

import { AssignDialog } from "./assign-dialog.tsx";
import type { Choice } from "./choice.ts";
import { DismissalDialog } from "./dismissal-dialog.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { SnoozeDialog } from "./snooze-dialog.tsx";
import type { Decisions } from "./use-decisions.ts";
import type { Triage } from "./use-triage.ts";

const DISMISSED = { kind: "set", status: "dismissed" } as const;

/** The dialog of a choice, which makes the decision. */
export function TriageDialog(props: {
  choice: Choice;
  triage: Triage;
  set: Decisions["set"];
  /** The selection or the active row. */
  targets: readonly string[];
  onClose: () => void;
}) {
  const { triage, set, onClose } = props;
  const { kind, ids } = props.choice;
  const change: Triage["change"] = ids ? triage.changeRow.bind(null, ids) : triage.change;
  /** Closes the dialog first, so that the focus is where it was. */
  const closing =
    <Chosen,>(decide: (chosen: Chosen) => void) =>
    (chosen: Chosen) => {
      onClose();
      decide(chosen);
    };
  switch (kind) {
    case "assign":
      return <AssignDialog current={undefined} onAssign={closing(change)} onClose={onClose} />;
    case "dismiss":
      return (
        <DismissalDialog
          dismissed={null}
          onChoose={closing((reason) => change(DISMISSED, reason))}
          onClose={onClose}
        />
      );
    case "snooze":
      return (
        <SnoozeDialog
          ids={ids ?? props.targets}
          onChoose={closing((until) => change({ kind: "snooze", until }))}
          onClose={onClose}
        />
      );
    case "explain":
      return (
        <DismissalDialog
          dismissed={ids?.length ?? 0}
          onChoose={closing((reason) => set(ids ?? [], reason))}
          onClose={onClose}
        />
      );
    case "label":
      return (
        <LabelDialog
          ids={ids ?? []}
          onChange={(label) => set(ids ?? [], label)}
          onClose={onClose}
        />
      );
  }
}
