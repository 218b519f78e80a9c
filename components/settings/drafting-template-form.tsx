"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { newToken } from "../../lib/prompt/fence.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";

const areaLook =
  "w-full rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5";

/** Makes a template, or changes one. */
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
    const own = goal.trim() === "" ? {} : { goal };
    // A failure is told above; what was typed stays.
    await onSave({ id, name: name.trim(), ...own, text }).then(onDone, () => setBusy(false));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        Name
        <input
          ref={first}
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className={`${fieldClass} max-w-80`}
        />
      </label>
      <label className="flex flex-col gap-1">
        Goal: stands for the drafted one; empty keeps that
        <textarea
          rows={2}
          maxLength={2_000}
          value={goal}
          onChange={(event) => setGoal(event.target.value)}
          className={areaLook}
        />
      </label>
      <label className="flex flex-col gap-1">
        Instructions: stand below the standing ones
        <textarea
          rows={4}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={areaLook}
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
