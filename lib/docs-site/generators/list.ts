import "server-only";
import { antora } from "./antora.ts";
import { docfx } from "./docfx.ts";
import { docsify } from "./docsify.ts";
import { docusaurus } from "./docusaurus.ts";
import { docusaurus1 } from "./docusaurus1.ts";
import { fumadocs } from "./fumadocs.ts";
import type { Generator } from "./generator.ts";
import { gitbook } from "./gitbook.ts";
import { hugo } from "./hugo.ts";
import { jekyll } from "./jekyll.ts";
import { markdown } from "./markdown.ts";
import { mdbook } from "./mdbook.ts";
import { mintlify } from "./mintlify.ts";
import { mkdocs } from "./mkdocs.ts";
import { nextra } from "./nextra.ts";
import { sphinx } from "./sphinx.ts";
import { starlight } from "./starlight.ts";
import { vitepress } from "./vitepress.ts";
import { vuepress } from "./vuepress.ts";

/** All generators. */
export const GENERATORS: readonly Generator[] = [
  docusaurus,
  docusaurus1,
  starlight,
  vitepress,
  vuepress,
  mkdocs,
  mdbook,
  mintlify,
  nextra,
  fumadocs,
  docsify,
  hugo,
  sphinx,
  docfx,
  antora,
  jekyll,
  gitbook,
  markdown,
];
