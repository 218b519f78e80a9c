import "server-only";
import { MAX_FRONT_MATTER, parseYaml } from "../text/yaml.ts";

export interface FrontMatter {
  title: string | null;
  description: string | null;
}

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/;
/** Most characters of a title or description. */
const MAX_LENGTH = 300;

/** TOML, of which only the two values are read. */
const TOML_BLOCK = /^\uFEFF?\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n?\+\+\+[ \t]*(?:\r?\n|$)/;

/** Separates a page's front matter from its text. Invalid front matter counts as empty, and so does very long. */
export function splitFrontMatter(source: string): FrontMatter & { text: string } {
  const toml = TOML_BLOCK.exec(source);
  const [block = "", yaml = ""] = toml ?? BLOCK.exec(source) ?? [];
  const values = toml ? tomlValues(yaml) : yamlValues(yaml);
  return {
    title: lineOf(values.title),
    description: lineOf(values.description),
    text: source.slice(block.length),
  };
}

function yamlValues(text: string): Record<string, unknown> {
  const values = text.length > MAX_FRONT_MATTER ? undefined : parseYaml(text);
  return typeof values === "object" && values !== null ? { ...values } : {};
}

function tomlValues(text: string): Record<string, unknown> {
  const [top = ""] = text.split(/^\[/m, 1);
  const lines = top.matchAll(/^(title|description)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')/gm);
  return Object.fromEntries(Array.from(lines, ([, key, one, other]) => [key, one ?? other]));
}

function lineOf(value: unknown): string | null {
  const line = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return line === "" ? null : line.slice(0, MAX_LENGTH);
}
