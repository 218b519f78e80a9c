import type { Evidence } from "../contract/api/feedback.ts";
import type { ProjectSettings, TemplateRules } from "../contract/api/settings.ts";

/** A property of items that a template's rules match. */
export interface TemplateMatch {
  kind: "label" | "reason" | "source";
  /** A label's ID, a reader's reason, or a source. */
  value: string;
}

/** A template that was chosen by its rules, and the rule that most of the items match. */
export interface TemplateChoice {
  id: string;
  match: TemplateMatch;
}

/**
 * Chooses the template that most items are meant for. Each item counts for one: by its labels, else by its reasons,
 * else by its source, and for the first of several templates. Items that are meant for none count against all.
 * @returns null if no template is meant for as many items as none
 */
export function templateFor(
  items: readonly Evidence[],
  { templates, labels }: Pick<ProjectSettings, "templates" | "labels">,
): TemplateChoice | null {
  const shown = new Set(labels.flatMap(({ id, removed }) => (removed ? [] : id)));
  const rules = templates.flatMap(({ id, for: given }) =>
    given
      ? [{ id, for: { ...given, labels: given.labels?.filter((each) => shown.has(each)) } }]
      : [],
  );
  if (rules.length === 0) return null;
  const found = Map.groupBy(items, (item) => choiceOf(item, rules)?.id ?? null);
  const unmatched = found.get(null)?.length ?? 0;
  // The sort keeps the order of the templates.
  const [most] = rules
    .map(({ id }) => ({ id, own: found.get(id) ?? [] }))
    .sort((one, other) => other.own.length - one.own.length);
  if (!most || most.own.length === 0 || most.own.length < unmatched) return null;
  const matches = most.own.flatMap((item) => choiceOf(item, rules)?.match ?? []);
  const [same] = [...Map.groupBy(matches, ({ kind, value }) => `${kind} ${value}`).values()].sort(
    (one, other) => other.length - one.length,
  );
  return same?.[0] ? { id: most.id, match: same[0] } : null;
}

function choiceOf(
  item: Evidence,
  templates: readonly { id: string; for: TemplateRules }[],
): TemplateChoice | null {
  for (const kind of ["label", "reason", "source"] as const) {
    for (const { id, for: rules } of templates) {
      const value = matchOf(item, kind, rules);
      if (value !== undefined) return { id, match: { kind, value } };
    }
  }
  return null;
}

function matchOf(
  { labels, reasons, source }: Evidence,
  kind: TemplateMatch["kind"],
  rules: TemplateRules,
): string | undefined {
  if (kind === "label") return rules.labels?.find((id) => labels.includes(id));
  if (kind === "source") return rules.sources?.find((each) => each === source);
  const said = new Set(reasons.map(plainReason));
  return rules.reasons?.find((reason) => said.has(plainReason(reason)));
}

/** Sites choose the reasons, so their spelling may differ. */
function plainReason(reason: string): string {
  return reason.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
