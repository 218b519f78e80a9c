"use client";

import { useState } from "react";
import { LABEL_NAME_LENGTH, MAX_LABELS } from "../../../lib/contract/api/limits.ts";
import type { Label } from "../../../lib/contract/api/settings.ts";
import { newToken } from "../../../lib/text/token.ts";
import { useSaveSettings } from "../../settings/use-save-settings.ts";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Adds a label to the project where labels are chosen. One that is there already isn't added again. */
export function NewLabel(props: { projectId: string; onAdded: (label: Label) => void }) {
  const [name, setName] = useState("");
  const { settings, save } = useSaveSettings(props.projectId);
  const offered = settings?.labels.filter(({ removed }) => !removed) ?? [];
  if (!settings || offered.length >= MAX_LABELS) return null;
  const add = async () => {
    const text = name.trim();
    const same = offered.find((one) => one.name.toLowerCase() === text.toLowerCase());
    const label: Label = same ?? { id: newToken(), name: text, color: "gray" };
    if (!same) await save.mutateAsync(({ labels }) => ({ labels: [...labels, label] }));
    setName("");
    props.onAdded(label);
  };
  return (
    <>
      <Form
        action="Add label"
        isRow
        isBusy={save.isPending}
        isComplete={name.trim() !== ""}
        // The notice says why it isn't saved.
        onSubmit={() => void add().catch(() => {})}
      >
        <TextField
          label="New label"
          maxLength={LABEL_NAME_LENGTH}
          autoFocus={offered.length === 0}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Form>
      {save.error && (
        <Notice tone="bad" role="alert">
          The label wasn't added. {save.error.message}
        </Notice>
      )}
    </>
  );
}
