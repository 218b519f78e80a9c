/** A documentation site that its generator builds, to compare the addresses that it publishes with the resolver's. */
export interface AddressSite {
  /** Its name for its packages and for `npm run recipes -- NAME`, and in the contract unless that is another one. */
  generator: string;
  /** Its name in the contract. */
  recognizedAs?: string;
  title: string;
  /** Text of each file by its path in the repository. Pages get a line that names their file. */
  files: Readonly<Record<string, string>>;
  /**
   * Runs in `folder`, with `git` in a repository; `program` is a script of the packages, or a command with `install`.
   */
  build: {
    program: string;
    args: string[];
    folder?: string;
    git?: boolean;
    output: string;
    install?: string;
  };
  /** What every address begins with, where the output doesn't have it. */
  base?: string;
  /** Share of the addresses that the resolver has to know. */
  atLeast: number;
}

const page = (title: string, frontMatter = "") =>
  `---\ntitle: ${title}\n${frontMatter === "" ? "" : `${frontMatter}\n`}---\n\nWords about ${title.toLowerCase()}.\n`;

/** Default configurations are known completely; what configurations can compute, nearly. */
const DEFAULT = 1;
const RICH = 0.98;

const docusaurusConfig = (extra: string, docs = "{}") =>
  `export default { title: "Fixture", url: "https://docs.example.com", onBrokenLinks: "ignore", ${extra}
  presets: [["classic", { docs: ${docs}, theme: {} }]] };\n`;
const docusaurusBuild = {
  program: "@docusaurus/core/bin/docusaurus.mjs",
  args: ["build"],
  output: "build",
};
const posts = {
  "blog/2026-03-04-first-words.md": page("First words"),
  "blog/2026-04-05-more/index.md": page("More", "slug: more-words"),
};

const docusaurus: AddressSite[] = [
  {
    generator: "docusaurus",
    title: "with its defaults",
    files: {
      "docusaurus.config.js": docusaurusConfig('baseUrl: "/",'),
      "src/pages/index.md": page("Home"),
      "docs/intro.md": page("Intro"),
      "docs/guides/index.md": page("Guides"),
      "docs/guides/sign-in.mdx": page("Sign in"),
      "docs/tools/README.md": page("Tools"),
      "docs/tools/relay/relay.md": page("Relay"),
      ...posts,
    },
    build: docusaurusBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "docusaurus",
    title: "with prefixes, slugs, versions, and languages",
    files: {
      "docusaurus.config.ts": docusaurusConfig(
        'baseUrl: "/product/", i18n: { defaultLocale: "en", locales: ["en", "de"] },',
        '{ routeBasePath: "manual", path: "pages" }',
      ),
      "versions.json": '["2.0", "1.0"]\n',
      "versioned_docs/version-2.0/01-start/02-install.md": page("Install"),
      "versioned_docs/version-2.0/hooks.md": page("Hooks", "slug: /events"),
      "versioned_docs/version-1.0/start/install.md": page("Install"),
      "pages/01-start/02-install.md": page("Install"),
      "pages/01-start/03-run.md": page("Run", "id: launch"),
      "pages/01-start/04-stop.md": page("Stop", "slug: halt"),
      "pages/hooks.mdx": page("Hooks", "slug: /events"),
      "pages/home.md": page("Home", "slug: /"),
      "i18n/de/docusaurus-plugin-content-docs/current/01-start/02-install.md": page("Einrichten"),
      ...posts,
    },
    build: docusaurusBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const starlightFiles = (config: string) => ({
  "astro.config.mjs": `import starlight from "@astrojs/starlight";\nexport default { site: "https://docs.example.com", ${config} };\n`,
  "src/content.config.ts": `import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n`,
});
const starlightBuild = { program: "astro/bin/astro.mjs", args: ["build"], output: "dist" };

const starlight: AddressSite[] = [
  {
    generator: "starlight",
    title: "with its defaults",
    files: {
      ...starlightFiles('integrations: [starlight({ title: "Fixture" })]'),
      "src/content/docs/index.md": page("Home"),
      "src/content/docs/guides/sign-in.md": page("Sign in"),
      "src/content/docs/guides/index.mdx": page("Guides"),
    },
    build: starlightBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "starlight",
    title: "with languages, slugs, and a base path",
    files: {
      ...starlightFiles(
        'base: "/product", integrations: [starlight({ title: "Fixture", defaultLocale: "root", locales: { root: { label: "English", lang: "en" }, de: { label: "Deutsch" }, "zh-cn": { label: "中文", lang: "zh-CN" } } })]',
      ),
      "src/content/docs/index.md": page("Home"),
      "src/content/docs/Guides/Sign In.md": page("Sign in"),
      "src/content/docs/guides/v1.2 notes.md": page("Notes"),
      "src/content/docs/tools/relay.md": page("Relay", "slug: relay/overview"),
      "src/content/docs/de/guides/start.md": page("Anfang"),
      "src/content/docs/zh-cn/index.md": page("首页"),
    },
    build: starlightBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const vitepressBuild = {
  program: "vitepress/bin/vitepress.js",
  args: ["build"],
  output: ".vitepress/dist",
};
const vitepress: AddressSite[] = [
  {
    generator: "vitepress",
    title: "with its defaults",
    files: {
      ".vitepress/config.mjs": 'export default { title: "Fixture" };\n',
      "index.md": page("Home"),
      "guide/index.md": page("Guide"),
      "guide/sign-in.md": page("Sign in"),
    },
    build: vitepressBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "vitepress",
    title: "with a folder, a base path, rewrites, and languages",
    files: {
      ".vitepress/config.ts": `import { defineConfig } from "vitepress";
export default defineConfig({ title: "Fixture", srcDir: "src", base: "/product/", cleanUrls: true,
  locales: { root: { label: "English" }, de: { label: "Deutsch", lang: "de" } },
  rewrites: { "packages/:pkg/src/:page": ":pkg/:page", "old-name.md": "new-name.md" } });\n`,
      "src/index.md": page("Home"),
      "src/packages/relay/src/usage.md": page("Usage"),
      "src/old-name.md": page("Renamed"),
      "src/guide/sign-in.md": page("Sign in"),
      "src/de/guide/sign-in.md": page("Anmelden"),
    },
    build: vitepressBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const vuepressConfig = (extra: string) => `import { viteBundler } from "@vuepress/bundler-vite";
import { fileURLToPath } from "node:url";
const client = fileURLToPath(new URL("./layouts.js", import.meta.url));
export default { ${extra} bundler: viteBundler(), theme: { name: "plain", clientConfigFile: client } };\n`;
const vuepressLayouts = `import { h } from "vue";
import { Content } from "vuepress/client";
const Layout = () => h(Content);
export default { layouts: { Layout, NotFound: Layout } };\n`;
const vuepressBuild = {
  program: "vuepress/bin/vuepress.js",
  args: ["build", "docs"],
  output: "docs/.vuepress/dist",
};
const vuepress: AddressSite[] = [
  {
    generator: "vuepress",
    title: "with its defaults",
    files: {
      "docs/.vuepress/config.js": vuepressConfig(""),
      "docs/.vuepress/layouts.js": vuepressLayouts,
      "docs/README.md": page("Home"),
      "docs/guide/README.md": page("Guide"),
      "docs/guide/sign-in.md": page("Sign in"),
    },
    build: vuepressBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "vuepress",
    title: "with permalinks, languages, and a base path",
    files: {
      "docs/.vuepress/config.js": vuepressConfig('base: "/product/",'),
      "docs/.vuepress/layouts.js": vuepressLayouts,
      "docs/index.md": page("Home"),
      "docs/guide/sign-in.md": page("Sign in", "permalink: /enter/"),
      "docs/guide/sign-out.md": page("Sign out"),
      "docs/de/guide/sign-out.md": page("Abmelden"),
    },
    build: vuepressBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const mkdocsBuild = {
  program: "mkdocs",
  args: ["build", "--quiet"],
  output: "site",
  install: "apt install mkdocs (or pip install mkdocs)",
};
const mkdocs: AddressSite[] = [
  {
    generator: "mkdocs",
    title: "with its defaults",
    files: {
      "mkdocs.yml": "site_name: Fixture\n",
      "docs/index.md": page("Home"),
      "docs/guide/README.md": page("Guide"),
      "docs/guide/sign-in.md": page("Sign in"),
      "docs/Tools/Relay_Usage.md": page("Relay"),
    },
    build: mkdocsBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "mkdocs",
    title: "with its own folder, files as addresses, and a base path",
    files: {
      "mkdocs.yml":
        "site_name: Fixture\nsite_url: https://docs.example.com/product/\ndocs_dir: manual\nuse_directory_urls: false\n",
      "manual/index.md": page("Home"),
      "manual/guide/index.md": page("Guide"),
      "manual/guide/sign-in.md": page("Sign in"),
    },
    build: mkdocsBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const hugoLayout = "<!doctype html><title>{{ .Title }}</title>{{ .Content }}\n";
const hugoLayouts = {
  "layouts/_default/single.html": hugoLayout,
  "layouts/_default/list.html": hugoLayout,
  "layouts/index.html": hugoLayout,
};
const hugoBuild = {
  program: "hugo",
  args: ["--quiet"],
  output: "public",
  install: "apt install hugo",
};
const hugo: AddressSite[] = [
  {
    generator: "hugo",
    title: "with its defaults",
    files: {
      ...hugoLayouts,
      "config.toml": 'baseURL = "https://docs.example.com/"\ntitle = "Fixture"\n',
      "content/_index.md": page("Home"),
      "content/docs/_index.md": page("Docs"),
      "content/docs/Sign In.md": page("Sign in"),
      "content/docs/relay/index.md": page("Relay"),
      "content/about.md": page("About"),
    },
    build: hugoBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "hugo",
    title: "with permalinks, slugs, aliases, and languages",
    files: {
      ...hugoLayouts,
      "config.yaml": `baseURL: https://docs.example.com/product/
title: Fixture
defaultContentLanguage: en
languages:
  en: { weight: 1 }
  de: { weight: 2 }
permalinks:
  posts: /:year/:month/:slug/
disableKinds: [taxonomy, term]
`,
      "content/_index.md": page("Home"),
      "content/docs/_index.md": page("Docs"),
      "content/docs/start.md": page("Start", "slug: begin"),
      "content/docs/start.de.md": page("Anfang"),
      "content/docs/run.md": page("Run", "url: /launch/"),
      "content/docs/stop.md": page("Stop", "aliases: [/halt/, old-stop]"),
      "content/posts/first.md": page("First", "date: 2026-03-04\nslug: first-words"),
      "content/posts/second.md": page("Second", "date: 2026-04-05"),
    },
    build: hugoBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const jekyllBuild = {
  program: "jekyll",
  args: ["build", "--quiet", "--disable-disk-cache"],
  output: "_site",
  install: "apt install jekyll",
};
const jekyll: AddressSite[] = [
  {
    generator: "jekyll",
    title: "with its defaults",
    files: {
      "_config.yml": "title: Fixture\n",
      "index.md": page("Home"),
      "about.md": page("About"),
      "docs/index.md": page("Docs"),
      "docs/sign-in.md": page("Sign in"),
      "_posts/2026-03-04-first-words.md": page("First words"),
      "_posts/2026-04-05-more.md": page("More", "categories: news"),
    },
    build: jekyllBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "jekyll",
    title: "with permalinks, collections, and a base path",
    files: {
      "_config.yml": `title: Fixture
baseurl: /product
permalink: pretty
collections:
  manual: { output: true, permalink: "/:collection/:path/" }
  recipes: { output: true }
`,
      "index.md": page("Home"),
      "about.md": page("About", "permalink: /who/"),
      "docs/sign-in.md": page("Sign in"),
      "_manual/start/install.md": page("Install"),
      "_recipes/relay.md": page("Relay"),
      "_posts/2026-03-04-first-words.md": page("First words"),
    },
    build: jekyllBuild,
    base: "/product",
    atLeast: RICH,
  },
];

const sphinxPage = (title: string) => `${title}\n${"=".repeat(title.length)}\n\nWords.\n`;
const sphinxFiles = {
  "docs/conf.py": 'project = "Fixture"\n',
  "docs/index.rst": `${sphinxPage("Home")}\n.. toctree::\n\n   guide/sign-in\n   guide/index\n`,
  "docs/guide/index.rst": sphinxPage("Guide"),
  "docs/guide/sign-in.rst": sphinxPage("Sign in"),
};
const sphinx: AddressSite[] = ["html", "dirhtml"].map((builder) => ({
  generator: "sphinx",
  title: `as ${builder}`,
  files: sphinxFiles,
  build: {
    program: "sphinx-build",
    args: ["-q", "-b", builder, "docs", "out"],
    output: "out",
    install: "apt install python3-sphinx",
  },
  atLeast: DEFAULT,
}));

const gitbookBuild = { program: "honkit/bin/honkit.js", args: ["build"], output: "_book" };
const gitbook: AddressSite[] = [
  {
    generator: "gitbook",
    title: "with its defaults",
    files: {
      "README.md": "# Home\n\nWords.\n",
      "SUMMARY.md":
        "# Summary\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Sign in](guide/sign-in.md)\n",
      "guide/README.md": "# Guide\n\nWords.\n",
      "guide/sign-in.md": "# Sign in\n\nWords.\n",
    },
    build: gitbookBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "gitbook",
    title: "in a folder",
    files: {
      "book.json": '{ "root": "./manual" }\n',
      "manual/README.md": "# Home\n\nWords.\n",
      "manual/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Sign in](guide/sign-in.md)\n",
      "manual/guide/sign-in.md": "# Sign in\n\nWords.\n",
    },
    build: gitbookBuild,
    atLeast: RICH,
  },
];

const nextraLayout = `export default function RootLayout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}\n`;
const nextraFiles = {
  "next.config.mjs":
    'import nextra from "nextra";\nexport default nextra({ search: false })({ output: "export" });\n',
  "mdx-components.js":
    'import { useMDXComponents as get } from "nextra/mdx-components";\nexport const useMDXComponents = (own) => ({ ...get(), ...own });\n',
  "app/layout.jsx": nextraLayout,
};
const nextBuild = { program: "next/dist/bin/next", args: ["build", "--webpack"], output: "out" };
const nextra: AddressSite[] = [
  {
    generator: "nextra",
    title: "with pages in its app folder",
    files: {
      ...nextraFiles,
      "app/page.mdx": page("Home"),
      "app/(manual)/guide/page.mdx": page("Guide"),
      "app/(manual)/guide/sign-in/page.mdx": page("Sign in"),
    },
    build: nextBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "nextra",
    title: "with a content folder below /docs",
    files: {
      ...nextraFiles,
      "next.config.mjs":
        'import nextra from "nextra";\nexport default nextra({ search: false, contentDirBasePath: "/docs" })({ output: "export" });\n',
      "app/docs/[[...mdxPath]]/page.jsx": `import { generateStaticParamsFor, importPage } from "nextra/pages";
export const generateStaticParams = generateStaticParamsFor("mdxPath");
export default async function Page({ params }) {
  const { default: Content } = await importPage((await params).mdxPath);
  return <Content />;
}\n`,
      "content/index.mdx": page("Home"),
      "content/guide/index.mdx": page("Guide"),
      "content/guide/sign-in.mdx": page("Sign in"),
    },
    build: nextBuild,
    atLeast: RICH,
  },
];

const fumadocsFiles = (catchAll: string, baseUrl: string) => ({
  "next.config.mjs":
    'import { createMDX } from "fumadocs-mdx/next";\nexport default createMDX()({ output: "export", typescript: { ignoreBuildErrors: true } });\n',
  "source.config.ts":
    'import { defineDocs } from "fumadocs-mdx/config";\nexport const docs = defineDocs({ dir: "content/docs" });\n',
  "lib/source.ts": `import { loader } from "fumadocs-core/source";
import { docs } from "../.source/server";
export const source = loader({ baseUrl: "${baseUrl}", source: docs.toFumadocsSource() });\n`,
  "app/layout.tsx": nextraLayout.replace(
    "({ children })",
    "({ children }: { children: React.ReactNode })",
  ),
  [`app/${catchAll}/page.tsx`]: `import { notFound } from "next/navigation";
import { source } from "${"../".repeat(catchAll.split("/").length + 1)}lib/source";
export const generateStaticParams = () => source.generateParams();
export default async function Page({ params }: { params: Promise<{ slug?: string[] }> }) {
  const found = source.getPage((await params).slug);
  if (!found) notFound();
  const Content = found.data.body;
  return <Content />;
}\n`,
});
const fumadocs: AddressSite[] = [
  {
    generator: "fumadocs",
    title: "with its defaults",
    files: {
      ...fumadocsFiles("docs/[[...slug]]", "/docs"),
      "content/docs/index.mdx": page("Home"),
      "content/docs/guide/sign-in.mdx": page("Sign in"),
      "content/docs/guide/index.mdx": page("Guide"),
    },
    build: nextBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "fumadocs",
    title: "with groups, at the root",
    files: {
      ...fumadocsFiles("(site)/[[...slug]]", "/"),
      "content/docs/index.mdx": page("Home"),
      "content/docs/(start)/install.mdx": page("Install"),
      "content/docs/tools/(relay)/usage.mdx": page("Usage"),
    },
    build: nextBuild,
    atLeast: RICH,
  },
];

const docusaurus1Files = (config: string) => ({
  "website/siteConfig.js": `module.exports = { title: "Fixture", tagline: "x", url: "https://docs.example.com",
  projectName: "fixture", headerLinks: [], colors: { primaryColor: "#123", secondaryColor: "#234" }, highlight: { theme: "default" },
  ${config} };\n`,
  "website/core/Footer.js":
    'const React = require("react");\nmodule.exports = () => React.createElement("footer", null, "End");\n',
});
const sidebars = (...ids: string[]) => JSON.stringify({ docs: { Start: ids } });
const docusaurus1Build = {
  program: "docusaurus/lib/build-files.js",
  args: ["--skip-image-compression"],
  folder: "website",
  output: "website/build/fixture",
};
const docusaurus1: AddressSite[] = [
  {
    generator: "docusaurus1",
    recognizedAs: "docusaurus",
    title: "with its defaults",
    files: {
      ...docusaurus1Files('baseUrl: "/"'),
      "website/sidebars.json": sidebars("intro", "guides/sign-in", "launch"),
      "docs/intro.md": page("Intro", "id: intro"),
      "docs/guides/sign-in.md": page("Sign in", "id: sign-in"),
      "docs/run.md": page("Run", "id: launch"),
      "website/blog/2026-03-04-first-words.md": page("First words"),
      "website/blog/2026-04-05-more.md": page("More"),
    },
    build: docusaurus1Build,
    atLeast: DEFAULT,
  },
  {
    generator: "docusaurus1",
    recognizedAs: "docusaurus",
    title: "with versions, clean addresses, and a base path",
    files: {
      ...docusaurus1Files('baseUrl: "/product/", cleanUrl: true, docsUrl: "manual"'),
      "website/sidebars.json": sidebars("intro", "run"),
      "website/versions.json": '["2.0", "1.0"]\n',
      "website/versioned_docs/version-1.0/intro.md": page(
        "Intro",
        "id: version-1.0-intro\noriginal_id: intro",
      ),
      "website/versioned_docs/version-1.0/run.md": page(
        "Run",
        "id: version-1.0-run\noriginal_id: run",
      ),
      "website/versioned_docs/version-2.0/intro.md": page(
        "Intro",
        "id: version-2.0-intro\noriginal_id: intro",
      ),
      "website/versioned_sidebars/version-1.0-sidebars.json": JSON.stringify({
        "version-1.0-docs": { Start: ["version-1.0-intro", "version-1.0-run"] },
      }),
      "website/pages/en/versions.js":
        'const React = require("react");\nmodule.exports = () => React.createElement("p", null, "Versions");\n',
      "docs/intro.md": page("Intro", "id: intro"),
      "docs/run.md": page("Run", "id: run"),
    },
    build: docusaurus1Build,
    base: "/product",
    atLeast: RICH,
  },
];

const chapter = (title: string) => `= ${title}\n\nWords about ${title.toLowerCase()}.\n`;
const antoraFiles = (component: string) => ({
  "antora-playbook.yml":
    "site:\n  title: Fixture\n  url: https://docs.example.com\ncontent:\n  sources:\n  - url: .\n    branches: HEAD\nui:\n  bundle:\n    url: ./ui\n",
  "ui/layouts/default.hbs":
    "<!DOCTYPE html><title>{{{page.title}}}</title><body>{{{page.contents}}}</body>\n",
  "ui/layouts/404.hbs": "<!DOCTYPE html><title>Not found</title>\n",
  "antora.yml": component,
});
const antoraBuild = {
  program: "@antora/cli/bin/antora",
  args: ["--cache-dir", ".cache", "antora-playbook.yml"],
  git: true,
  output: "build/site",
};
const antora: AddressSite[] = [
  {
    generator: "antora",
    title: "with a component without a version",
    files: {
      ...antoraFiles("name: kit\nversion: ~\n"),
      "modules/ROOT/pages/index.adoc": chapter("Home"),
      "modules/ROOT/pages/guides/sign-in.adoc": chapter("Sign in"),
      "modules/tools/pages/index.adoc": chapter("Tools"),
      "modules/tools/pages/_parts.adoc": chapter("Parts"),
    },
    build: antoraBuild,
    atLeast: DEFAULT,
  },
  {
    generator: "antora",
    title: "with a version and aliases",
    files: {
      ...antoraFiles("name: kit\nversion: '2.1'\nstart_page: ROOT:intro.adoc\n"),
      "modules/ROOT/pages/intro.adoc": chapter("Intro").replace(
        "\n\n",
        "\n:page-aliases: old/intro.adoc, tools:begin.adoc\n\n",
      ),
      "modules/ROOT/pages/run.adoc": chapter("Run"),
      "modules/tools/pages/guides/index.adoc": chapter("Guides"),
    },
    build: antoraBuild,
    atLeast: RICH,
  },
];

export const ADDRESS_SITES: readonly AddressSite[] = [
  ...docusaurus,
  ...docusaurus1,
  ...antora,
  ...starlight,
  ...vitepress,
  ...vuepress,
  ...mkdocs,
  ...hugo,
  ...jekyll,
  ...sphinx,
  ...gitbook,
  ...nextra,
  ...fumadocs,
];
