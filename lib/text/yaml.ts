import "server-only";
import {
  Composer,
  CST,
  type Document,
  isCollection,
  isScalar,
  isSeq,
  type Node,
  Parser,
  visit,
} from "yaml";

/** Most bytes of a page's front matter. */
export const MAX_FRONT_MATTER = 16 * 1_024;

/** Most levels of lists and maps in each other. */
const MAX_DEPTH = 50;

/** Most keys, entries, and marks of a text. */
const MAX_PARTS = 100_000;

/** Most aliases, such as `*name`, of a text: each is looked for in the whole text. */
const MAX_ALIASES = 100;

/**
 * Returns the value of a YAML text, of several documents the first; undefined if it isn't valid, or has keys that are
 * lists, maps, or aliases, or more levels or aliases than a person writes. Takes linear time for any text. Runs nothing:
 * a variable, `!ENV [NAME, default]`, has its default, `!include file` stays a text, and other programs' tags, such as
 * `!!python/name:x`, are null.
 */
export function parseYaml(text: string): unknown {
  const tokens = [...new Parser().parse(text)];
  if (!tokens.every(isUsual)) return undefined;
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    // The schema of YAML 1.1, which a text could ask for, copies maps into others. Other tags look for each key in all.
    schema: "core",
    resolveKnownTags: false,
  });
  const [document] = composer.compose(tokens, true, text.length);
  if (!document || document.errors.length > 0) return undefined;
  visit(document, {
    // Aliases in each other could stand for any number of values.
    Alias: (_key, _alias, path) =>
      path.some((each) => isCollection(each) && each.anchor)
        ? document.createNode(null)
        : undefined,
    Node: (_, node) => withoutTag(document, node),
  });
  try {
    return document.toJS({ maxAliasCount: -1 });
  } catch {
    // An alias has no value.
    return undefined;
  }
}

/** Whether a part of a text has no syntax that takes more time than its length says. */
function isUsual(part: CST.Token): boolean {
  if (part.type !== "document") return part.type !== "error";
  let [aliases, parts, isUsual] = [0, 0, true];
  CST.visit(part, ({ start, key, sep = [], value }, path) => {
    parts += 1 + start.length + sep.length;
    if (value?.type === "alias") aliases++;
    const isText = !key || (key.type !== "alias" && !("items" in key));
    isUsual = isText && path.length < MAX_DEPTH && aliases <= MAX_ALIASES && parts <= MAX_PARTS;
    return isUsual ? undefined : CST.visit.BREAK;
  });
  return isUsual;
}

/** Tags that YAML itself defines. */
const OWN_TAG =
  /^!$|^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq|set|omap|binary|merge|timestamp)$/;

/** Returns the replacement for a value with a program's tag; undefined if it can stay. */
function withoutTag(document: Document, node: Node): Node | undefined {
  const tag = "tag" in node && typeof node.tag === "string" ? node.tag : "!";
  if (OWN_TAG.test(tag)) return undefined;
  if (tag === "!ENV" && isSeq<Node>(node) && node.items.length > 1) return node.items.at(-1);
  const isInclude = tag === "!include" && isScalar(node);
  return document.createNode(isInclude ? `!include ${String(node.value)}` : null);
}
