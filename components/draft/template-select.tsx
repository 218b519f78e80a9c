"use client";

import { useId } from "react";
import type { PromptTemplate } from "../../lib/contract/api/settings.ts";
import type { TemplateMatch } from "../../lib/prompt/template-for.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { useLabelName } from "../app/use-labels.ts";
import { fieldClass } from "../ui/field.ts";
import { IntentLink } from "../ui/intent-link.tsx";
import type { PromptTemplateChoice } from "./current-prompt.ts";
import { NO_TEMPLATE } from "./draft-session.ts";
import { Action } from "./notices.tsx";

/** Value of the option that keeps each prompt's own template. No ID has a space. */
const EACH = "of each";

/**
 * Selects one of the project's templates, and says why it was chosen automatically.
 * @param props.choice without a `template`, the choice for several prompts
 */
export function TemplateSelect(props: {
  templates: PromptTemplate[];
  choice: SelectedTemplate;
  onChoose: (id: string | null) => void;
}) {
  const { templates, choice, onChoose } = props;
  const hasRules = templates.some((each) => each.for);
  const canBeEach = hasRules && choice.template === undefined;
  const canBeAutomatic = hasRules && choice.template !== undefined && choice.chosen !== null;
  const reason = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {templates.length > 0 && (
        <label className="flex min-w-0 items-center gap-2">
          Template
          <select
            value={selectedOf(choice, templates, canBeEach)}
            aria-describedby={choice.match ? reason : undefined}
            onChange={({ target }) => onChoose(target.value === EACH ? null : target.value)}
            className={`${fieldClass} min-w-0 max-w-64`}
          >
            {canBeEach && <option value={EACH}>Chosen for each job</option>}
            <option value={NO_TEMPLATE}>None</option>
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {choice.match && (
        <span id={reason} className="untrusted text-muted">
          <ChosenFor match={choice.match} />
        </span>
      )}
      {canBeAutomatic && <Action onClick={() => onChoose(null)}>Choose automatically</Action>}
      <IntentLink href="/settings" className="link text-muted">
        Instructions and templates
      </IntentLink>
    </div>
  );
}

type SelectedTemplate = Pick<PromptTemplateChoice, "chosen"> & Partial<PromptTemplateChoice>;

/** Returns which entry of the list is selected. */
function selectedOf(
  { chosen, template }: SelectedTemplate,
  templates: readonly PromptTemplate[],
  canBeEach: boolean,
): string {
  if (chosen === null) return template?.id ?? (canBeEach ? EACH : NO_TEMPLATE);
  // It may have been deleted since.
  return templates.find(({ id }) => id === chosen)?.id ?? NO_TEMPLATE;
}

/** Names the template of one of several prompts. */
export function TemplateRemark({ choice: { template, match } }: { choice: PromptTemplateChoice }) {
  if (!template) return null;
  return (
    <span className="untrusted block text-muted text-xs">
      Template: {displayable(template.name)}
      {match && (
        <>
          , <ChosenFor match={match} />
        </>
      )}
    </span>
  );
}

/** A map, because a platform could send a source named like an object property. */
const FEEDBACK = new Map([
  ["contextual", "page comments"],
  ["code_snippet", "code feedback"],
  ["agent", "feedback from AI agents"],
  ["thumbs_only", "votes"],
]);

/** Says why a template was chosen, such as "chosen for code feedback". */
function ChosenFor({ match: { kind, value } }: { match: TemplateMatch }) {
  const nameOfLabel = useLabelName(kind === "label");
  if (kind === "source") return `chosen for ${FEEDBACK.get(value) ?? displayable(value)}`;
  const name = kind === "label" ? nameOfLabel(value) : displayable(value);
  return `chosen for the ${kind} “${name}”`;
}
