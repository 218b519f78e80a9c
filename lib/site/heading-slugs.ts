import "server-only";
import type { DocsGenerator } from "../contract/api/docs-generators.ts";
import { githubSlug } from "../text/github-slug.ts";
import { normalForm } from "../text/normal-form.ts";

/** How a generator makes IDs of headings. */
export interface SlugRule {
  slug(title: string): string;
  /** Returns the ID of a heading whose slug is taken, at the first, second, or a later try. */
  again(slug: string, count: number): string;
  /** Whether tries are counted for the whole page, not for each slug. */
  countsAll?: true;
}

const hyphened = (slug: string, count: number) => `${slug}-${count}`;
const underlined = (slug: string, count: number) => `${slug}_${count}`;

const github: SlugRule = { slug: (title) => githubSlug(title.trim()), again: hyphened };

/** https://github.com/mdit-vue/mdit-vue: the rule of VitePress and VuePress. */
const vue: SlugRule = {
  slug: (title) =>
    withoutAccents(title)
      .replace(/[\p{Cc}\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/gu, "-")
      .replace(/^-|-$/g, "")
      .replace(/^(\d)/, "_$1")
      .toLowerCase(),
  again: hyphened,
};

/** https://python-markdown.github.io/extensions/toc/: the rule of MkDocs. */
const pythonMarkdown: SlugRule = {
  slug: (title) =>
    asciiOf(title)
      .replace(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, "-"),
  again: underlined,
};

/** https://facelessuser.github.io/pymdown-extensions/extras/slugs/, which Material for MkDocs recommends. */
const pymdown: SlugRule = { slug: github.slug, again: underlined };

/** https://gohugo.io/configuration/markup/#autoidtype: what `blackfriday` means. */
const blackfriday: SlugRule = {
  slug: (title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, ""),
  again: hyphened,
};

/** https://kramdown.gettalong.org/converter/html.html#auto-ids: the rule of Jekyll without GitHub's Markdown. */
const kramdown: SlugRule = {
  slug: (title) =>
    title
      .replace(/^[^a-z]+/i, "")
      .replace(/[^a-z0-9 -]/gi, "")
      .replaceAll(" ", "-")
      .toLowerCase() || "section",
  again: hyphened,
};

/** https://docsify.js.org: keeps other signs than those of ASCII. */
const docsifyRule: SlugRule = {
  slug: (title) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[\u2000-\u206f\u2e00-\u2e7f\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, "")
      .replace(/\s+/g, "-")
      .replace(/-{2,}/g, "-")
      .replace(/^(\d)/, "_$1"),
  again: hyphened,
};

/** https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization: the rule of Sphinx. */
const docutils: SlugRule = { slug: docutilsId, again: (_, count) => `id${count}`, countsAll: true };

/** https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/ */
const asciidoctor: SlugRule = {
  slug: (title) => `_${asciidocWords(title, "_")}`,
  again: (slug, count) => `${slug}_${count + 1}`,
};
/** The rule of Antora, with the attributes that its playbooks usually set. */
const antora: SlugRule = {
  slug: (title) => asciidocWords(title, "-"),
  again: (slug, count) => `${slug}-${count + 1}`,
};

/** Rules of pages in reStructuredText and AsciiDoc. */
export const TEXT_RULES: readonly SlugRule[] = [docutils, asciidoctor, antora];

const OTHERS: Partial<Record<DocsGenerator, readonly SlugRule[]>> = {
  vitepress: [vue],
  vuepress: [vue],
  mkdocs: [pythonMarkdown, pymdown],
  hugo: [github, blackfriday],
  jekyll: [github, kramdown],
  docsify: [docsifyRule],
  sphinx: [docutils, github],
};

/** Returns the rules by which a generator may make the IDs of a Markdown page, its default first. */
export function slugRulesOf(generator: DocsGenerator): readonly SlugRule[] {
  return OTHERS[generator] ?? [github];
}

/** Returns the ID that docutils makes of a label or a title: `Set up (1)` is `set-up-1`. */
export function docutilsId(name: string): string {
  return asciiOf(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-$/g, "");
}

function asciidocWords(title: string, separator: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}\p{Pc} .-]/gu, "");
  return words
    .split(/[ .-]+/)
    .filter(Boolean)
    .join(separator);
}

function withoutAccents(text: string): string {
  return normalForm(text, "NFKD").replace(/[\u0300-\u036f]/g, "");
}

function asciiOf(text: string): string {
  return normalForm(text, "NFKD").replace(/[^\p{ASCII}]/gu, "");
}
