"use client";

import { MAX_TEMPLATE_REASONS, TEMPLATE_LENGTH } from "../../lib/contract/api/limits.ts";
import type { Label, PromptTemplate, TemplateRules } from "../../lib/contract/api/settings.ts";
import { SOURCES } from "../../lib/contract/platform/vocabulary.ts";
import { sourceName } from "../feedback/source-label.tsx";
import { CheckField } from "../ui/check-field.tsx";
import { TextArea } from "../ui/text-area.tsx";

/** Chooses the items for which a template is chosen by itself. */
export function TemplateRulesFields(props: {
  rules: TemplateRules;
  labels: Label[];
  onChange: (rules: TemplateRules) => void;
}) {
  const { rules, labels, onChange } = props;
  const { reasons = [] } = rules;
  const shown = labels.filter(({ removed }) => !removed);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">Chosen automatically for</legend>
      <p className="text-muted">
        The template that matches most of the selected items is chosen. You can change it. Labels
        come before reasons, and reasons before the kind of feedback.
      </p>
      {shown.length > 0 && (
        <Checks
          legend="Labels"
          options={shown.map(({ id, name }) => [id, name])}
          checked={rules.labels ?? []}
          onChange={(checked) => onChange({ ...rules, labels: checked })}
        />
      )}
      <TextArea
        label="Readers' reasons (one per line)"
        rows={2}
        maxLength={MAX_TEMPLATE_REASONS * TEMPLATE_LENGTH.reason}
        value={reasons.join("\n")}
        onChange={({ target }) => onChange({ ...rules, reasons: target.value.split("\n") })}
      />
      <Checks
        legend="Feedback"
        options={SOURCES.map((source) => [source, sourceName(source)])}
        checked={rules.sources ?? []}
        onChange={(checked) =>
          onChange({ ...rules, sources: SOURCES.filter((source) => checked.includes(source)) })
        }
      />
    </fieldset>
  );
}

function Checks(props: {
  legend: string;
  options: [value: string, name: string][];
  checked: readonly string[];
  onChange: (checked: string[]) => void;
}) {
  const { options, checked, onChange } = props;
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="text-muted">{props.legend}</legend>
      {options.map(([value, name]) => (
        <CheckField
          key={value}
          label={<span className="untrusted">{name}</span>}
          checked={checked.includes(value)}
          onChange={({ target }) => {
            const others = checked.filter((each) => each !== value);
            onChange(target.checked ? [...others, value] : others);
          }}
        />
      ))}
    </fieldset>
  );
}

/** Returns rules as they are stored: without empty ones, and no rules if all are empty. */
export function storedRules(rules: TemplateRules): Pick<PromptTemplate, "for"> {
  const reasons = [...new Set((rules.reasons ?? []).map((reason) => reason.trim()))]
    .filter((reason) => reason !== "")
    .map((reason) => reason.slice(0, TEMPLATE_LENGTH.reason).trim())
    .slice(0, MAX_TEMPLATE_REASONS);
  const all = Object.entries({ ...rules, reasons }).filter(([, values]) => values.length > 0);
  return all.length > 0 ? { for: Object.fromEntries(all) } : {};
}

/** Names the rules of a template, such as "API, Code snippet"; empty for none. */
export function rulesText(rules: TemplateRules | undefined, labels: readonly Label[]): string {
  const { labels: ids = [], reasons = [], sources = [] } = rules ?? {};
  const names = ids.flatMap((id) => labels.find((each) => each.id === id && !each.removed) ?? []);
  return [...names.map(({ name }) => name), ...reasons, ...sources.map(sourceName)].join(", ");
}
