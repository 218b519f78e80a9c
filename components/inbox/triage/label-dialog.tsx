"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { LabelChange } from "../../../lib/item-fields/decision.ts";
import { cachedItem } from "../../../lib/queries/feedback.ts";
import { counted } from "../../../lib/text/counted.ts";
import { useOutbox, useOutboxState } from "../../app/outbox.tsx";
import { usePermission } from "../../app/session.tsx";
import { useLabels } from "../../app/use-labels.ts";
import { LabelChip } from "../../feedback/label-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceDialog } from "./choice-dialog.tsx";
import { NewLabel } from "./new-label.tsx";
import { unsavedValues } from "./unsaved-values.ts";

/** Puts labels on items and takes them off, each right away. */
export function LabelDialog(props: {
  ids: readonly string[];
  onChange: (change: LabelChange) => void;
  onClose: () => void;
}) {
  const { ids, onChange, onClose } = props;
  const shareOf = useShares(ids);
  const { projectId } = useOutbox();
  const canConfigure = usePermission("settings");
  return (
    <ChoiceDialog
      title={`Labels for ${counted(ids.length, "item")}`}
      choices={useLabels()?.filter(({ removed }) => !removed)}
      render={(label) => <LabelChip label={label} />}
      checkedOf={({ id }) => shareOf(id)}
      onChoose={({ id, name }) =>
        onChange({ kind: "label", label: id, name, on: shareOf(id) !== "true" })
      }
      empty={`This project has no labels.${canConfigure ? "" : " Admins can add some in Settings."}`}
      onClose={onClose}
    >
      {canConfigure && (
        <NewLabel
          projectId={projectId}
          onAdded={({ id, name }) => onChange({ kind: "label", label: id, name, on: true })}
        />
      )}
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </ChoiceDialog>
  );
}

/** Returns whether all, some, or none of the items have a label, as far as this browser knows. */
function useShares(ids: readonly string[]): (label: string) => "true" | "mixed" | "false" {
  const client = useQueryClient();
  const { projectId } = useOutbox();
  const { confirmed, waiting } = useOutboxState();
  const labels = unsavedValues({ confirmed, waiting }).keysOf("label");
  return (label) => {
    const known = ids.flatMap((id) => {
      const item = cachedItem(client, projectId, id);
      return labels.get(id)?.get(label) ?? (item ? !!item.labels?.includes(label) : []);
    });
    if (!known.includes(true)) return "false";
    return known.includes(false) ? "mixed" : "true";
  };
}
