import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** A value of a metric, as Prometheus' text format has it. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses the text format: `name{label="value"} 1`. */
export function parseMetrics(text: string): Sample[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, label]) => [key, label]);
    const number = value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value);
    return { name, labels: Object.fromEntries(pairs), value: number };
  });
}

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  annotations: z.object({ summary: z.string() }),
});
const rules = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) });

/** The alert rules that Errata comes with, by name. */
export function alertRules(): Record<string, string> {
  const { groups } = rules.parse(parse(readFileSync("deploy/alerts.yml", "utf8")));
  return Object.fromEntries(groups.flatMap((group) => group.rules).map((r) => [r.alert, r.expr]));
}

const EXPRESSION =
  /^(sum\(increase\()?(\w+)(?:\{(\w+)(=~?)"([^"]*)"\})?(?:\[\w+\]\)\))? ([<>]) (\d+)$/;

/**
 * Whether an alert's condition holds, as far as our rules use Prometheus' language. An increase is that between two
 * readings.
 * @throws {Error} if there is no such metric, or the expression is of another form
 */
export function isFiring(expression: string, before: Sample[], now: Sample[]): boolean {
  const [, increase, name, label = "", operator, pattern = "", comparison, threshold] =
    EXPRESSION.exec(expression) ?? [];
  if (name === undefined) throw new Error(`The check can't evaluate ${expression}`);
  const isMeant = (sample: Sample) =>
    label === "" ||
    (operator === "=" ? sample.labels[label] === pattern : matches(pattern, sample.labels[label]));
  const valuesIn = (samples: Sample[]) =>
    samples.filter((sample) => sample.name === name && isMeant(sample)).map(({ value }) => value);
  if (!now.some((sample) => sample.name === name)) throw new Error(`There is no ${name}`);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const values = increase ? [sum(valuesIn(now)) - sum(valuesIn(before))] : valuesIn(now);
  const limit = Number(threshold);
  return values.some((value) => (comparison === ">" ? value > limit : value < limit));
}

function matches(pattern: string, value = ""): boolean {
  return new RegExp(`^(?:${pattern})$`).test(value);
}
