"use client";

import { type FormEvent, useId } from "react";
import { INSTRUCTIONS_LENGTH } from "../../lib/contract/api/limits.ts";
import { Button } from "../ui/button.tsx";
import type { SaveSettings } from "./save-settings.ts";
import { useSettingsEdit } from "./use-settings-edit.ts";

/** Instructions that are added to every drafted prompt of a project. */
export function DraftingInstructions(props: {
  projectId: string;
  instructions: string;
  save: SaveSettings;
}) {
  const { projectId, instructions, save } = props;
  const id = useId();
  const edit = useSettingsEdit({
    name: `instructions:${projectId}`,
    saved: instructions,
    valueOf: (settings) => settings.instructions,
    changeTo: (text) => ({ instructions: text }),
    save,
  });
  const text = edit.value;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The error is shown above the form, and the text is kept.
    await edit.save().catch(() => undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        Project instructions
      </label>
      <p className="text-muted">
        Added to every drafted prompt. For example: style guide, branch names, files the agent must
        not change.
      </p>
      <textarea
        id={id}
        rows={5}
        maxLength={INSTRUCTIONS_LENGTH}
        value={text}
        onChange={(event) => edit.change(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={!edit.isChanged}>
          Save instructions
        </Button>
        <span className="text-muted tabular-nums">
          {text.length.toLocaleString("en")} of {INSTRUCTIONS_LENGTH.toLocaleString("en")}{" "}
          characters
        </span>
        <span role="status">{edit.isSaved && "Saved"}</span>
      </div>
    </form>
  );
}
