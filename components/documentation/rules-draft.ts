import { DOCS_GENERATORS, type DocsGenerator } from "../../lib/contract/api/docs-generators.ts";
import type { AddressRule, DocsRules } from "../../lib/contract/api/docs-rules.ts";
import { DOCS_RULES } from "../../lib/contract/api/limits.ts";

/** The saved settings about a project's documentation. */
export interface SavedRules {
  docs: DocsRules;
  siteAddress: string;
}

/** The rules as form fields hold them. */
export interface RulesDraft {
  siteAddress: string;
  /** One per line. */
  folders: string;
  /** Empty to use the generator that was detected. */
  generator: DocsGenerator | "";
  addressRules: AddressRule[];
  /** Separated by commas or spaces. */
  languages: string;
  pageIn: "path" | "fragment" | "parameter";
  /** The name of the query parameter. Kept while pages aren't named by one. */
  parameter: string;
}

export function draftOf({ docs, siteAddress }: SavedRules): RulesDraft {
  const { pageIn } = docs;
  return {
    siteAddress,
    folders: docs.folders.join("\n"),
    generator: docs.generator ?? "",
    addressRules: docs.addressRules,
    languages: docs.languages.join(", "),
    pageIn: typeof pageIn === "string" ? pageIn : "parameter",
    parameter: typeof pageIn === "string" ? "" : pageIn.parameter,
  };
}

/** Returns the settings that a draft stands for. */
export function rulesOf(draft: RulesDraft): SavedRules {
  const { pageIn, parameter } = draft;
  return {
    siteAddress: draft.siteAddress.trim(),
    docs: {
      folders: wordsOf(draft.folders, /\n/),
      generator: DOCS_GENERATORS.find((one) => one === draft.generator) ?? null,
      addressRules: draft.addressRules
        .map(({ from, to }) => ({ from: from.trim(), to: to.trim() }))
        .filter(({ from, to }) => from !== "" || to !== ""),
      languages: languagesOf(draft),
      pageIn: pageIn === "parameter" ? { parameter: parameter.trim() } : pageIn,
    },
  };
}

function wordsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function languagesOf({ languages }: RulesDraft): string[] {
  return wordsOf(languages, /[\s,]/);
}

/** Whether a draft has the same meaning as the saved rules, however it is written. */
export function isSaved(draft: RulesDraft, saved: SavedRules): boolean {
  return isSame(rulesOf(draft), rulesOf(draftOf(saved)));
}

/** Whether two rules are the same. The settings have their parts in one order. */
function isSame(one: SavedRules, other: SavedRules): boolean {
  const [text, otherText] = [one, other].map(({ docs, siteAddress }) =>
    JSON.stringify([
      ...[siteAddress, docs.folders, docs.generator, docs.languages, docs.pageIn],
      docs.addressRules.map(({ from, to }) => [from, to]),
    ]),
  );
  return text === otherText;
}

/** Whether two rules give the pages in feedback the same names. */
export function isNamedAlike(one: SavedRules, other: SavedRules): boolean {
  const [names, otherNames] = [one, other].map(({ docs, siteAddress }) =>
    JSON.stringify([docs.pageIn, siteAddress]),
  );
  return names === otherNames;
}

const LANGUAGE = /^[a-z]{2,3}(?:[-_][\w-]{1,12})?$/i;
const PARAMETER = /^[\w.-]{1,60}$/;

/** Returns what is wrong with a draft and how to correct it; null if it can be tried and saved. */
export function problemOf(draft: RulesDraft): string | null {
  const { docs } = rulesOf(draft);
  const outside = docs.folders.find((folder) => folder.split("/").includes(".."));
  if (outside !== undefined) {
    return `The folder “${outside}” isn't inside the repository. Enter a path without “..”.`;
  }
  if (docs.folders.length > DOCS_RULES.folders) {
    return `There are more than ${DOCS_RULES.folders} folders. Enter the folders that contain them.`;
  }
  const language = docs.languages.find((code) => !LANGUAGE.test(code));
  if (language !== undefined) {
    return `“${language}” isn't a language code. Enter codes such as en or pt-BR.`;
  }
  if (docs.languages.length > DOCS_RULES.languages) {
    return `There are more than ${DOCS_RULES.languages} languages. Remove some of them.`;
  }
  return problemOfRules(docs.addressRules) ?? problemOfParameter(docs.pageIn);
}

function problemOfRules(rules: readonly AddressRule[]): string | null {
  for (const [index, { from, to }] of rules.entries()) {
    const rule = `Address rule ${index + 1}`;
    if (from === "" || to === "") return `${rule} is incomplete. Enter an address and a path.`;
    const stars = (text: string) => text.split("*").length - 1;
    if (stars(from) > 1 || stars(to) > 1) {
      return `${rule} has more than one * on a side. Use one * for the rest of the address.`;
    }
    if (stars(to) > stars(from)) {
      return `${rule} has a * only in its path. Add one to its address.`;
    }
  }
  return null;
}

function problemOfParameter(pageIn: DocsRules["pageIn"]): string | null {
  if (typeof pageIn === "string" || PARAMETER.test(pageIn.parameter)) return null;
  return "Enter the name of the query parameter that identifies a page, such as page.";
}
