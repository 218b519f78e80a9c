import "server-only";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";

/** Returns what a JSON, YAML, or TOML file says; undefined if it isn't valid. */
export function parseData(path: string, text: string): unknown {
  try {
    if (path.endsWith(".json")) return parseJson(text);
    return path.endsWith(".toml") ? parseToml(text.replace(/^\uFEFF/, "")) : yamlOf(text);
  } catch {
    return undefined;
  }
}

/** Reads YAML. Tags of programs, such as `!!python/name:x`, are left out: nothing is run. */
export function yamlOf(text: string): unknown {
  return parseYaml(text, { logLevel: "silent", maxAliasCount: 100, uniqueKeys: false });
}

/** JSON with comments and trailing commas is YAML, apart from the comments. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return yamlOf(withoutComments(text));
  }
}

/** Blanks comments outside of texts. Alternatives begin with different characters. */
function withoutComments(text: string): string {
  return text.replace(
    /"(?:[^"\\\n]|\\.){0,2000}"|\/\/[^\n]{0,2000}|\/\*.{0,2000}?\*\//gs,
    (part) => (part.startsWith('"') ? part : " "),
  );
}
