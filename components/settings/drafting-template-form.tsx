"use client";

import { useState } from "react";
import { TEMPLATE_LENGTH } from "../../lib/contract/api/limits.ts";
import type { Label, PromptTemplate, TemplateRules } from "../../lib/contract/api/settings.ts";
import { newToken } from "../../lib/text/token.ts";
import { Form } from "../ui/form.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { SaveSettings } from "./save-settings.ts";
import { storedRules, TemplateRulesFields } from "./template-rules.tsx";
import { useSettingsEdit } from "./use-settings-edit.ts";

interface Fields {
  name: string;
  goal: string;
  text: string;
  rules: TemplateRules;
}

/** Form for creating or editing a prompt template. */
export function DraftingTemplateForm(props: {
  projectId: string;
  template: PromptTemplate | null;
  labels: Label[];
  save: SaveSettings;
  onDone: () => void;
}) {
  const { projectId, template, onDone } = props;
  const [id] = useState(() => template?.id ?? newToken());
  const [isBusy, setIsBusy] = useState(false);
  const edit = useSettingsEdit({
    name: `template:${projectId}:${template?.id ?? "new"}`,
    saved: fieldsOf(template),
    valueOf: ({ templates }) => fieldsOf(templates.find((one) => one.id === id) ?? null),
    changeTo: (fields, { templates }) => ({
      templates: withTemplate(templates, templateOf(id, fields)),
    }),
    save: props.save,
  });
  const { value } = edit;
  const field = (key: "name" | "goal" | "text") => ({
    value: value[key],
    maxLength: TEMPLATE_LENGTH[key],
    onChange: (event: { target: { value: string } }) =>
      edit.change({ ...value, [key]: event.target.value }),
  });
  const submit = async () => {
    setIsBusy(true);
    // The error is shown above the form, and the text is kept.
    const isWhole = await edit.save().catch(() => false);
    setIsBusy(false);
    if (isWhole) onDone();
  };
  return (
    <Form
      action="Save template"
      isBusy={isBusy}
      isComplete={value.name.trim() !== ""}
      onSubmit={submit}
      onCancel={() => {
        edit.discard();
        onDone();
      }}
    >
      <TextField label="Name" autoFocus required className="max-w-80" {...field("name")} />
      <TextArea label="Goal (optional, replaces the drafted goal)" rows={2} {...field("goal")} />
      <TextArea
        label="Instructions (added after the project instructions)"
        rows={4}
        {...field("text")}
      />
      <TemplateRulesFields
        rules={value.rules}
        labels={props.labels}
        onChange={(rules) => edit.change({ ...value, rules })}
      />
    </Form>
  );
}

function fieldsOf(template: PromptTemplate | null): Fields {
  const { name = "", goal = "", text = "", for: rules = {} } = template ?? {};
  return { name, goal, text, rules };
}

function templateOf(id: string, { name, goal, text, rules }: Fields): PromptTemplate {
  const given = { id, name: name.trim(), ...(goal.trim() !== "" && { goal }), text };
  return { ...given, ...storedRules(rules) };
}

/** Adds a template, or replaces the one with its ID. */
export function withTemplate(
  all: readonly PromptTemplate[],
  template: PromptTemplate,
): PromptTemplate[] {
  const exists = all.some(({ id }) => id === template.id);
  return exists
    ? all.map((each) => (each.id === template.id ? template : each))
    : [...all, template];
}
