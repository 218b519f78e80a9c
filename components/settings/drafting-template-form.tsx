"use client";

import { useState } from "react";
import { TEMPLATE_LENGTH } from "../../lib/contract/api/limits.ts";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { newToken } from "../../lib/text/token.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import { Form } from "../ui/form.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextField } from "../ui/text-field.tsx";

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
  const [busy, setBusy] = useState(false);
  const field = (key: keyof TypedTemplate, value: string) => ({
    value,
    maxLength: TEMPLATE_LENGTH[key],
    onChange: (event: { target: { value: string } }) =>
      save(JSON.stringify({ name, goal, text, [key]: event.target.value })),
  });
  const done = () => {
    save(null);
    props.onDone();
  };
  const submit = () => {
    setBusy(true);
    const id = template?.id ?? newToken();
    const customGoal = goal.trim() === "" ? {} : { goal };
    // The error is shown above the form, and the text is kept.
    onSave({ id, name: name.trim(), ...customGoal, text }).then(done, () => setBusy(false));
  };
  return (
    <Form
      action="Save template"
      isBusy={busy}
      isComplete={name.trim() !== ""}
      onSubmit={submit}
      onCancel={done}
    >
      <TextField label="Name" autoFocus required className="max-w-80" {...field("name", name)} />
      <TextArea
        label="Goal (optional, replaces the drafted goal)"
        rows={2}
        {...field("goal", goal)}
      />
      <TextArea
        label="Instructions (added after the project instructions)"
        rows={4}
        {...field("text", text)}
      />
    </Form>
  );
}
