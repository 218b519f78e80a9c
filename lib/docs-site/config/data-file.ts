import "server-only";
import { parse as parseToml } from "smol-toml";
import { type Document, isScalar, isSeq, type Node, parseDocument, visit } from "yaml";

/** Returns what a JSON, YAML, or TOML file says; undefined if it isn't valid. */
export function parseData(path: string, text: string): unknown {
  try {
    if (path.endsWith(".json")) return parseJson(text);
    return path.endsWith(".toml") ? parseToml(text.replace(/^\uFEFF/, "")) : yamlOf(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads YAML. Nothing is run: of a variable, `!ENV [NAME, default]`, the default counts, `!include file` stays a text,
 * and what other tags of programs would make, such as `!!python/name:x`, is null.
 */
export function yamlOf(text: string): unknown {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  visit(document, { Node: (_, node) => withoutTag(document, node) });
  return document.toJS({ maxAliasCount: 100 });
}

/** Tags that YAML itself defines. */
const OWN_TAG =
  /^!$|^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq|set|omap|binary|merge|timestamp)$/;

/** Returns what stands for a value with a tag of a program; undefined if it can stay. */
function withoutTag(document: Document, node: Node): Node | undefined {
  const tag = "tag" in node && typeof node.tag === "string" ? node.tag : "!";
  if (OWN_TAG.test(tag)) return undefined;
  if (tag === "!ENV" && isSeq<Node>(node) && node.items.length > 1) return node.items.at(-1);
  const isInclude = tag === "!include" && isScalar(node);
  return document.createNode(isInclude ? `!include ${String(node.value)}` : null);
}

/** JSON with comments and trailing commas is YAML, apart from the comments. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return yamlOf(withoutComments(text));
  }
}

/** Blanks comments outside of texts. What has no end is read once, to the end of its line or of the file. */
function withoutComments(text: string): string {
  return text.replace(
    /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?/gs,
    (part) => (part.startsWith('"') ? part : " "),
  );
}
