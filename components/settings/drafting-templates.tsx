"use client";

import { useRef, useState } from "react";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import { Button } from "../ui/button.tsx";
import type { SaveSettings } from "./drafting.tsx";
import { DraftingTemplateForm } from "./drafting-template-form.tsx";

const MOST = 50;

/** Named ways to draft a prompt, chosen in the draft. */
export function DraftingTemplates(props: { templates: PromptTemplate[]; save: SaveSettings }) {
  const { templates, save } = props;
  const [editing, setEditing] = useState<string | "new" | null>(null);
  const [removed, setRemoved] = useState<PromptTemplate | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const done = () => {
    setEditing(null);
    heading.current?.focus();
  };
  const put = (template: PromptTemplate) =>
    save((now) => ({ templates: withTemplate(now.templates, template) }));
  const remove = (template: PromptTemplate) =>
    save((now) => ({ templates: now.templates.filter(({ id }) => id !== template.id) })).then(
      () => {
        setRemoved(template);
        heading.current?.focus();
      },
      // A failure is told above.
      () => setRemoved(null),
    );
  const putBack = (template: PromptTemplate) =>
    put(template).then(
      () => setRemoved(null),
      () => setRemoved(template),
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
                <DraftingTemplateForm template={template} onSave={put} onDone={done} />
              ) : (
                <div className="flex flex-wrap items-center gap-2">
                  <span className="untrusted min-w-0 flex-1 basis-40 font-medium">
                    {template.name}
                  </span>
                  <Button onClick={() => setEditing(template.id)}>
                    Edit<span className="sr-only"> {template.name}</span>
                  </Button>
                  <Button variant="danger" onClick={() => remove(template)}>
                    Delete<span className="sr-only"> {template.name}</span>
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="empty:hidden">
        {removed && (
          <>
            Deleted “<span className="untrusted">{removed.name}</span>”.{" "}
            <button type="button" className="underline" onClick={() => putBack(removed)}>
              Undo
            </button>
          </>
        )}
      </p>
      {editing === "new" ? (
        <div className="rounded-md border border-line px-3 py-2">
          <DraftingTemplateForm template={null} onSave={put} onDone={done} />
        </div>
      ) : (
        <Button
          className="self-start"
          disabled={templates.length >= MOST}
          onClick={() => setEditing("new")}
        >
          Add a template
        </Button>
      )}
    </div>
  );
}

function withTemplate(all: PromptTemplate[], template: PromptTemplate): PromptTemplate[] {
  const isKnown = all.some(({ id }) => id === template.id);
  return isKnown
    ? all.map((each) => (each.id === template.id ? template : each))
    : [...all, template];
}
