import "server-only";
import { parse as parseToml } from "smol-toml";
import { parseYaml } from "../../text/yaml.ts";

/** Returns what a JSON, YAML, or TOML file says; undefined if it isn't valid. JSON can have comments. */
export function parseData(path: string, text: string): unknown {
  const data = text.replace(/^\uFEFF/, "");
  try {
    if (path.endsWith(".json")) return parseJson(data);
    return path.endsWith(".toml") ? parseToml(data) : parseYaml(data);
  } catch {
    return undefined;
  }
}

/** Reads JSON with comments and commas at the end of lists and objects. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(withoutLastCommas(withoutComments(text)));
  }
}

/**
 * Blanks comments outside of texts. An unclosed text or comment ends with its line or the file, and is read
 * once.
 */
function withoutComments(text: string): string {
  return text.replace(
    /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?/gs,
    (part) => (part.startsWith('"') ? part : " "),
  );
}

/** Removes commas outside of texts before a closing bracket. */
function withoutLastCommas(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"?|,\s*(?=[\]}])/gs, (part) =>
    part.startsWith('"') ? part : "",
  );
}
