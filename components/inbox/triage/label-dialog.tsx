"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { LabelChange } from "../../../lib/outbox/decision.ts";
import { knownItem } from "../../../lib/queries/feedback.ts";
import { useOutbox, useOutboxState } from "../../app/outbox.tsx";
import { usePermission } from "../../app/session.tsx";
import { useLabels } from "../../app/use-labels.ts";
import { LabelChip } from "../../feedback/label-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Modal } from "../../ui/modal.tsx";
import { handleChoiceKey } from "./choice-keys.ts";
import { unsavedValues } from "./unsaved-values.ts";

const TITLE_ID = "label-title";

/** Puts labels on items and takes them off, each right away. */
export function LabelDialog(props: {
  ids: readonly string[];
  onChange: (change: LabelChange) => void;
  onClose: () => void;
}) {
  const { ids, onChange, onClose } = props;
  const all = useLabels()?.filter(({ removed }) => !removed);
  const shareOf = useShares(ids);
  const canConfigure = usePermission("settings");
  const list = useRef<HTMLUListElement>(null);
  const isLoaded = all !== undefined;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector("button")?.focus();
  }, [isLoaded]);
  const choose = (place: number) => {
    const chosen = all?.[place];
    if (!chosen) return false;
    const { id: label, name } = chosen;
    onChange({ kind: "label", label, name, on: shareOf(label) !== "true" });
    return true;
  };
  return (
    <Modal
      labelledBy={TITLE_ID}
      isLight
      onClose={onClose}
      className="inset-x-2 top-24 mx-auto w-fit min-w-64 max-w-[calc(100vw-1rem)] gap-2 p-3"
    >
      <h2 id={TITLE_ID} className="font-semibold text-sm">
        Labels of {ids.length === 1 ? "1 item" : `${ids.length.toLocaleString("en")} items`}
      </h2>
      <ul
        ref={list}
        onKeyDown={(event) => handleChoiceKey(event, choose)}
        className="-m-1 max-h-96 overflow-y-auto p-1"
      >
        {all?.map((label, index) => (
          <li key={label.id}>
            <button
              type="button"
              role="checkbox"
              aria-checked={shareOf(label.id)}
              onClick={() => choose(index)}
              className="label-choice"
            >
              <LabelChip label={label} />
              {index < 9 && (
                <span aria-hidden className="ml-auto">
                  <Kbd>{index + 1}</Kbd>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {!all && (
        <p role="status" className="px-2 pb-1 text-muted">
          Loading…
        </p>
      )}
      {all?.length === 0 && (
        <p className="text-muted">
          This project has no labels.{" "}
          {canConfigure ? (
            <IntentLink href="/settings" className="text-accent underline underline-offset-2">
              Add labels in Settings
            </IntentLink>
          ) : (
            "Admins can add some in Settings."
          )}
        </p>
      )}
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </Modal>
  );
}

/** Returns whether all, some, or none of the items have a label, as far as this browser knows. */
function useShares(ids: readonly string[]): (label: string) => "true" | "mixed" | "false" {
  const client = useQueryClient();
  const { projectId } = useOutbox();
  const { confirmed, waiting } = useOutboxState();
  const { labels } = unsavedValues({ confirmed, waiting });
  return (label) => {
    const have = ids.filter(
      (id) =>
        labels.get(id)?.get(label) ??
        knownItem(client, projectId, id)?.labels?.includes(label) ??
        false,
    );
    if (have.length === 0) return "false";
    return have.length === ids.length ? "true" : "mixed";
  };
}
