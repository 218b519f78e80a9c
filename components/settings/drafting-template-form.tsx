"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { TEMPLATE_LENGTH } from "../../lib/contract/api/limits.ts";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { newToken } from "../../lib/prompt/fence.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";

const textareaClass =
  "w-full rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5";

/** Form for creating or editing a prompt template. */
export function DraftingTemplateForm(props: {
  template: PromptTemplate | null;
  onSave: (template: PromptTemplate) => Promise<unknown>;
  onDone: () => void;
}) {
  const { template, onSave, onDone } = props;
  const [name, setName] = useState(template?.name ?? "");
  const [goal, setGoal] = useState(template?.goal ?? "");
  const [text, setText] = useState(template?.text ?? "");
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const id = template?.id ?? newToken();
    const customGoal = goal.trim() === "" ? {} : { goal };
    // The error is shown above the form, and the text is kept.
    await onSave({ id, name: name.trim(), ...customGoal, text }).then(onDone, () => setBusy(false));
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
          onChange={(event) => setName(event.target.value)}
          className={`${fieldClass} max-w-80`}
        />
      </label>
      <label className="flex flex-col gap-1">
        Goal (optional, replaces the drafted goal)
        <textarea
          rows={2}
          maxLength={TEMPLATE_LENGTH.goal}
          value={goal}
          onChange={(event) => setGoal(event.target.value)}
          className={textareaClass}
        />
      </label>
      <label className="flex flex-col gap-1">
        Instructions (added after the project instructions)
        <textarea
          rows={4}
          maxLength={TEMPLATE_LENGTH.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={textareaClass}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={busy || name.trim() === ""}>
          Save template
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
