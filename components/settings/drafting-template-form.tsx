"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { TEMPLATE_LENGTH } from "../../lib/contract/api/limits.ts";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { newToken } from "../../lib/text/token.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";

const textareaClass =
  "w-full rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5";

type TypedTemplate = Pick<PromptTemplate, "name" | "text"> & { goal?: string };

const EMPTY: TypedTemplate = { name: "", goal: "", text: "" };

/** Returns the unsaved fields that this form stored, or null. */
function typedTemplate(saved: string | null): TypedTemplate | null {
  return saved === null ? null : JSON.parse(saved);
}

/** Form for creating or editing a prompt template. */
export function DraftingTemplateForm(props: {
  projectId: string;
  template: PromptTemplate | null;
  onSave: (template: PromptTemplate) => Promise<unknown>;
  onDone: () => void;
}) {
  const { projectId, template, onSave } = props;
  const [saved, save] = useSavedText(`template:${projectId}:${template?.id ?? "new"}`);
  const { name, goal = "", text } = typedTemplate(saved) ?? template ?? EMPTY;
  const change = (typed: Partial<TypedTemplate>) =>
    save(JSON.stringify({ name, goal, text, ...typed }));
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const done = () => {
    save(null);
    props.onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const id = template?.id ?? newToken();
    const customGoal = goal.trim() === "" ? {} : { goal };
    // The error is shown above the form, and the text is kept.
    await onSave({ id, name: name.trim(), ...customGoal, text }).then(done, () => setBusy(false));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        Name
        <input
          ref={first}
          required
          maxLength={TEMPLATE_LENGTH.name}
          value={name}
          onChange={(event) => change({ name: event.target.value })}
          className={`${fieldClass} max-w-80`}
        />
      </label>
      <label className="flex flex-col gap-1">
        Goal (optional, replaces the drafted goal)
        <textarea
          rows={2}
          maxLength={TEMPLATE_LENGTH.goal}
          value={goal}
          onChange={(event) => change({ goal: event.target.value })}
          className={textareaClass}
        />
      </label>
      <label className="flex flex-col gap-1">
        Instructions (added after the project instructions)
        <textarea
          rows={4}
          maxLength={TEMPLATE_LENGTH.text}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
          className={textareaClass}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={busy || name.trim() === ""}>
          Save template
        </Button>
        <Button onClick={done}>Cancel</Button>
      </div>
    </form>
  );
}
