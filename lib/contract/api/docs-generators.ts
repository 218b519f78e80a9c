// Generators of documentation sites, apart from the schemas, so that browser code can list them.

/** A generator that Errata knows the address rules of. `markdown` is a folder of Markdown without one. */
export const DOCS_GENERATORS = [
  "docusaurus",
  "starlight",
  "vitepress",
  "vuepress",
  "mkdocs",
  "mdbook",
  "mintlify",
  "nextra",
  "fumadocs",
  "docsify",
  "jekyll",
  "hugo",
  "gitbook",
  "sphinx",
  "docfx",
  "antora",
  "markdown",
] as const;
export type DocsGenerator = (typeof DOCS_GENERATORS)[number];

export const DOCS_GENERATOR_NAMES: Record<DocsGenerator, string> = {
  docusaurus: "Docusaurus",
  starlight: "Starlight or Astro",
  vitepress: "VitePress",
  vuepress: "VuePress",
  mkdocs: "MkDocs or Material",
  mdbook: "mdBook",
  mintlify: "Mintlify",
  nextra: "Nextra",
  fumadocs: "Fumadocs",
  docsify: "docsify",
  jekyll: "Jekyll",
  hugo: "Hugo",
  gitbook: "GitBook",
  sphinx: "Sphinx",
  docfx: "Microsoft Learn or DocFX",
  antora: "Antora",
  markdown: "Plain Markdown",
};
