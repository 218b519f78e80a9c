import "server-only";
import { parse } from "yaml";

export interface FrontMatter {
  title: string | null;
  description: string | null;
}

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/;
/** Most characters of a title or description. */
const MAX_LENGTH = 300;

/** Separates a page's front matter from its text. Invalid front matter counts as empty. */
export function splitFrontMatter(source: string): FrontMatter & { text: string } {
  const [block = "", yaml = ""] = BLOCK.exec(source) ?? [];
  const values = parseYaml(yaml);
  return {
    title: lineOf(values.title),
    description: lineOf(values.description),
    text: source.slice(block.length),
  };
}

function parseYaml(text: string): Record<string, unknown> {
  try {
    const values: unknown = parse(text, { logLevel: "silent", maxAliasCount: 0 });
    return typeof values === "object" && values !== null ? { ...values } : {};
  } catch {
    return {};
  }
}

function lineOf(value: unknown): string | null {
  const line = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return line === "" ? null : line.slice(0, MAX_LENGTH);
}
