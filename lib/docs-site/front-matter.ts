import "server-only";
import { parse as parseToml } from "smol-toml";
import { MAX_FRONT_MATTER, parseYaml } from "../text/yaml.ts";

/** Fields at the beginning of a page. */
export type FrontMatter = Readonly<Record<string, unknown>>;

const NONE: FrontMatter = Object.freeze({});
const FENCES: Record<string, string> = { "---": "yaml", "+++": "toml" };

/**
 * Returns a page's front matter if it has one of the keys that its address depends on. Otherwise, and if it isn't
 * valid, returns none.
 */
export function frontMatterOf(content: Buffer, keys: readonly string[]): FrontMatter {
  const text = content
    .subarray(0, MAX_FRONT_MATTER)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const format = FENCES[text.slice(0, 3)];
  if (!format) return NONE;
  const end = text.indexOf(`\n${text.slice(0, 3)}`, 3);
  const block = end < 0 ? "" : text.slice(text.indexOf("\n") + 1, end + 1);
  // Most pages have a title and nothing else: these are not parsed.
  if (!keys.some((key) => block.includes(key))) return NONE;
  try {
    const values: unknown = format === "yaml" ? parseYaml(block) : parseToml(block);
    return typeof values === "object" && values !== null ? { ...values } : NONE;
  } catch {
    return NONE;
  }
}
