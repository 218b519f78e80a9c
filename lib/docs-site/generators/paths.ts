import "server-only";
import { listAt, MAX_TEXT, textAt, valueAt } from "../config/values.ts";
import type { Redirect } from "./generator.ts";

// Parts of paths that the rules of several generators are made of.

const MARKDOWN = /\.(?:mdx?|markdown)$/i;

/** Returns a path without the extension of Markdown; null for other files. */
export function withoutMarkdown(path: string): string | null {
  return MARKDOWN.test(path) ? path.replace(MARKDOWN, "") : null;
}

/**
 * Returns the address of a path whose last part may be the index of its folder: `guides/index` is `/guides/`, and
 * `guides/auth` is `/guides/auth` with `end` after it.
 */
export function addressWithIndex(path: string, index: RegExp, end = ""): string {
  const cut = path.lastIndexOf("/") + 1;
  return index.test(path.slice(cut)) ? `/${path.slice(0, cut)}` : `/${path}${end}`;
}

/** Whether a part of the path is hidden or begins with an underscore: generators publish neither. */
export function hasUnpublishedPart(path: string): boolean {
  return /(?:^|\/)[._]/.test(path);
}

/** Joins parts of an address with single slashes. Empty parts are left out. */
export function address(...parts: readonly string[]): string {
  return `/${parts.join("/")}`.replace(/\/{2,}/g, "/");
}

/** Returns an address as generators that end none in a slash but the root's write it. */
export function withoutEndSlash(path: string): string {
  return path.replace(/(.)\/$/, "$1");
}

/** Removes the slashes at the end of an address or a path. */
export function withoutEndSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, "");
}

/** Returns a text of the front matter, also of a number such as `2024`; null without one, or if it's too long. */
export function textOf(value: unknown): string | null {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" || text.length > MAX_TEXT ? null : text;
}

/**
 * Returns the redirects of a list with `source` and `destination`, as Next.js, Vercel, and Mintlify write them. Those that
 * depend on who asks are left out.
 */
export function sourcesAndDestinations(config: unknown, key = "redirects"): Redirect[] {
  return listAt(config, key).flatMap((each) => {
    const [from, to] = [textAt(each, "source"), textAt(each, "destination")];
    const isConditional = ["has", "missing"].some((name) => valueAt(each, name) !== undefined);
    return from === null || to === null || isConditional ? [] : [{ from, to }];
  });
}

const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Whether a name is a language code such as `de`, `pt-BR`, or `zh-Hans`. `api` and `ui` are none. */
export function isLanguage(name: string): boolean {
  const code = /^([a-z]{2})(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))?$/i.exec(name)?.[1];
  return code !== undefined && LANGUAGES.of(code) !== undefined;
}
