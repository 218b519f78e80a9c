"use client";

import { useRef, useState } from "react";
import { MAX_TEMPLATES } from "../../lib/contract/api/limits.ts";
import type { Label, PromptTemplate } from "../../lib/contract/api/settings.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import { Button } from "../ui/button.tsx";
import { DraftingTemplateForm, withTemplate } from "./drafting-template-form.tsx";
import type { SaveSettings } from "./save-settings.ts";
import { rulesText } from "./template-rules.tsx";

/** Prompt templates of a project, which are chosen when drafting a prompt, by people or by themselves. */
export function DraftingTemplates(props: {
  projectId: string;
  templates: PromptTemplate[];
  labels: Label[];
  save: SaveSettings;
}) {
  const { projectId, templates, labels, save } = props;
  const [editing, setEditing] = useSavedText(`template:${projectId}`);
  const heading = useRef<HTMLHeadingElement>(null);
  const toHeading = () => heading.current?.focus();
  const { deleted, remove, undo } = useTemplateChanges(save, toHeading);
  const form = (template: PromptTemplate | null) => (
    <DraftingTemplateForm
      {...{ projectId, template, labels, save }}
      onDone={() => {
        setEditing(null);
        toHeading();
      }}
    />
  );
  return (
    <div className="flex flex-col gap-2">
      <h4 ref={heading} tabIndex={-1} className="font-medium outline-none">
        Prompt templates
      </h4>
      {templates.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {templates.map((template) => (
            <li key={template.id} className="px-3 py-2">
              {editing === template.id ? (
                form(template)
              ) : (
                <Template
                  name={template.name}
                  chosenFor={rulesText(template.for, labels)}
                  onEdit={() => setEditing(template.id)}
                  onDelete={() => remove(template)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="empty:hidden">
        {deleted && <Deleted name={deleted.name} onUndo={() => undo(deleted)} />}
      </p>
      {editing === "new" ? (
        <div className="rounded-md border border-line px-3 py-2">{form(null)}</div>
      ) : (
        <Button
          className="self-start"
          disabled={templates.length >= MAX_TEMPLATES}
          onClick={() => setEditing("new")}
        >
          Add template
        </Button>
      )}
    </div>
  );
}

/** Saves templates one by one. `deleted` is the one that can be restored. */
function useTemplateChanges(save: SaveSettings, onDeleted: () => void) {
  const [deleted, setDeleted] = useState<PromptTemplate | null>(null);
  const remove = (template: PromptTemplate) =>
    save((current) => ({
      templates: current.templates.filter(({ id }) => id !== template.id),
    })).then(
      () => {
        setDeleted(template);
        onDeleted();
      },
      // The error is shown above.
      () => setDeleted(null),
    );
  const undo = (template: PromptTemplate) =>
    save(({ templates }) => ({ templates: withTemplate(templates, template) })).then(
      () => setDeleted(null),
      () => setDeleted(template),
    );
  return { deleted, remove, undo };
}

function Template(props: {
  name: string;
  /** The rules by which it is chosen automatically; empty for none. */
  chosenFor: string;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { name, chosenFor } = props;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="untrusted min-w-0 flex-1 basis-40">
        <span className="font-medium">{name}</span>
        {chosenFor && <span className="block text-muted text-xs">For {chosenFor}</span>}
      </span>
      <Button onClick={props.onEdit}>
        Edit<span className="sr-only"> {name}</span>
      </Button>
      <Button variant="danger" onClick={props.onDelete}>
        Delete<span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}

function Deleted({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <>
      Deleted “<span className="untrusted">{name}</span>”.{" "}
      <button type="button" className="underline" onClick={onUndo}>
        Undo
      </button>
    </>
  );
}
