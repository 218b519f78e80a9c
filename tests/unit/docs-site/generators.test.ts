import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  DOCS_GENERATOR_NAMES,
  DOCS_GENERATORS,
} from "../../../lib/contract/api/docs-generators.ts";
import { GENERATORS } from "../../../lib/docs-site/generators/list.ts";
import { docsMap, type Files, filesAt, paths } from "../../support/docs-source.ts";

interface Case {
  files: Files;
  /** What addresses lead to. */
  right: Record<string, string | null>;
  site?: string;
  /** Published addresses of files. */
  published?: Record<string, string | null>;
  basePath?: string;
  languages?: string[];
}

const slug = (value: string) => `---\nslug: ${value}\n---\n\n# Page\n`;

const docusaurusConfig = `
import type {Config} from '@docusaurus/types';
import * as Preset from '@docusaurus/preset-classic';
const remark = require('remark-x'); // a 'comment' with quotes
const shared = { numbered: true };
const config: Config = {
  title: \`Acme \${1 + 1}\`,
  url: 'https://acme.example',
  baseUrl: process.env.BASE ?? '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [
    [
      'classic',
      {
        docs: { ...shared, sidebarPath: require.resolve('./sidebars.js'), editUrl: ({ docPath }) => { return "x" + docPath; } },
        blog: { routeBasePath: 'news' },
      } satisfies Preset.Options,
    ],
  ],
  plugins: [
    ['content-docs', { id: 'api', path: 'api', routeBasePath: '/api' }],
    [require.resolve('@docusaurus/plugin-client-redirects'), { redirects: [{ from: ['/old', '/older'], to: '/docs/intro' }] }],
  ],
};
export default config;
`;

const CASES: Record<string, Case> = {
  "docusaurus with prefixes, slugs, versions, languages, a second instance, and a blog": {
    files: {
      "website/docusaurus.config.ts": docusaurusConfig,
      "website/versions.json": '["2.0", "1.0"]',
      "website/docs/intro.md": "",
      "website/docs/01-start/02-install.mdx": "",
      "website/docs/01-start/index.md": "",
      "website/docs/deploy/Deploy.md": "",
      "website/docs/deploy/a.md": slug("./moved"),
      "website/docs/7.0-upgrade.md": "",
      "website/docs/hooks.md": slug("/webhooks"),
      "website/docs/named.md": "---\nid: other-name\n---\n",
      "website/docs/_partial.md": "",
      "website/versioned_docs/version-2.0/intro.md": "",
      "website/versioned_docs/version-1.0/intro.md": "",
      "website/i18n/fr/docusaurus-plugin-content-docs/current/intro.md": "",
      "website/i18n/fr/docusaurus-plugin-content-docs/version-2.0/intro.md": "",
      "website/api/index.md": "",
      "website/blog/2024-03-01-release.md": "",
      "website/blog/2024/04/02/party/index.md": "",
      "website/blog/2023-01-01-x.md": slug("first"),
      "website/src/pages/about.md": "",
      "website/src/pages/index.tsx": "",
    },
    right: {
      "/docs/intro": "website/versioned_docs/version-2.0/intro.md",
      "/docs/1.0/intro": "website/versioned_docs/version-1.0/intro.md",
      "/docs/next/intro": "website/docs/intro.md",
      "/docs/next/start/install": "website/docs/01-start/02-install.mdx",
      "/docs/next/start": "website/docs/01-start/index.md",
      "/docs/next/deploy/": "website/docs/deploy/Deploy.md",
      "/docs/next/deploy/moved": "website/docs/deploy/a.md",
      "/docs/next/7.0-upgrade": "website/docs/7.0-upgrade.md",
      "/docs/next/webhooks": "website/docs/hooks.md",
      "/docs/next/other-name": "website/docs/named.md",
      "/docs/next/_partial": null,
      "/fr/docs/intro": "website/i18n/fr/docusaurus-plugin-content-docs/version-2.0/intro.md",
      "/fr/docs/next/intro": "website/i18n/fr/docusaurus-plugin-content-docs/current/intro.md",
      // What isn't translated is shown in the default language.
      "/fr/docs/1.0/intro": "website/versioned_docs/version-1.0/intro.md",
      "/api": "website/api/index.md",
      "/news/2024/03/01/release": "website/blog/2024-03-01-release.md",
      "/news/2024/04/02/party": "website/blog/2024/04/02/party/index.md",
      "/news/first": "website/blog/2023-01-01-x.md",
      "/about": "website/src/pages/about.md",
      "/older": "website/versioned_docs/version-2.0/intro.md",
      "/": null,
    },
    languages: ["en", "fr"],
  },
  "docusaurus with docs at the root of a base path": {
    files: {
      "docusaurus.config.js":
        "/** @type {import('x').Config} */\nmodule.exports = async () => { const x = 1; return { url: 'https://a.example', baseUrl: '/product/', trailingSlash: true, presets: [['@docusaurus/preset-classic', ({docs: {path: 'pages', routeBasePath: '/'}, blog: false})]] } };",
      "pages/a.md": "",
      "pages/readme.md": "",
      "blog/2024-01-01-x.md": "",
    },
    right: {
      "/product/a/": "pages/a.md",
      "/a": "pages/a.md",
      "/product/": "pages/readme.md",
      "/product/blog/2024/01/01/x": null,
    },
    published: { "pages/a.md": "/product/a/" },
    basePath: "/product",
  },
  "starlight with locales, a root locale, slugs, and names that are made lower case": {
    files: {
      "docs/astro.config.mjs":
        "import starlight from '@astrojs/starlight';\nexport const locales = { root: { lang: 'en' }, 'pt-br': { lang: 'pt-BR' } };\nexport default defineConfig({ site: 'https://acme.example', base: '/kit', redirects: { '/old': '/kit/guides/new' }, integrations: [starlight({ title: 'x', locales })] });",
      "docs/src/content/docs/index.mdx": "",
      "docs/src/content/docs/Guides/New.md": "",
      "docs/src/content/docs/guides/What's new.md": "",
      "docs/src/content/docs/pt-br/guides/new.md": "",
      "docs/src/content/docs/x.md": slug("reference/y"),
      "docs/src/pages/free.md": "",
      "examples/basics/astro.config.mjs": "export default {}",
      "examples/basics/src/content/docs/index.mdx": "",
    },
    right: {
      "/kit/": "docs/src/content/docs/index.mdx",
      "/kit/guides/new/": "docs/src/content/docs/Guides/New.md",
      "/kit/guides/whats-new": "docs/src/content/docs/guides/What's new.md",
      "/kit/pt-br/guides/new/": "docs/src/content/docs/pt-br/guides/new.md",
      "/kit/pt-br/guides/whats-new/": "docs/src/content/docs/guides/What's new.md",
      "/reference/y/": "docs/src/content/docs/x.md",
      "/kit/free": "docs/src/pages/free.md",
      "/kit/old": "docs/src/content/docs/Guides/New.md",
    },
    published: { "docs/src/content/docs/Guides/New.md": "/kit/guides/new/" },
    basePath: "/kit",
    languages: ["pt-br"],
  },
  "starlight without its configuration": {
    files: paths("docs/src/content/docs/getting-started.md", "README.md"),
    right: { "/getting-started/": "docs/src/content/docs/getting-started.md", "/": null },
  },
  "starlight with every language in the address": {
    files: {
      "astro.config.mjs":
        "export default defineConfig({ integrations: [starlight({ defaultLocale: 'en', locales: { en: {}, de: {} } })] });",
      "src/content/docs/en/a.md": "",
      "src/content/docs/de/b.md": "",
    },
    right: {
      "/en/a": "src/content/docs/en/a.md",
      "/a": "src/content/docs/en/a.md",
      "/de/a": "src/content/docs/en/a.md",
      "/de/b": "src/content/docs/de/b.md",
    },
  },
  "vitepress with a source folder, a base, and rewrites": {
    files: {
      "docs/.vitepress/config.mts":
        "export default withMermaid(defineConfig<Theme>({ srcDir: './src', base: '/lib/', rewrites: { 'packages/:name/doc/(.*)': ':name/(.*)', 'en/:rest*': ':rest*', 'packages/:name/doc/:page.md': ':name/:page.md', 'odd/:a:b': 'x/:a', 'deep/:a*/:b*': ':b*' }, locales: { root: {}, de: {} } }))",
      "docs/src/index.md": "",
      "docs/src/guide/auth.md": "",
      "docs/src/de/guide/auth.md": "",
      "docs/src/en/guide/keys.md": "",
      "docs/src/packages/core/doc/api.md": "",
      "docs/src/README.md": "",
      "docs/src/odd/page.md": "",
      "docs/src/deep/one/two.md": "",
    },
    right: {
      "/lib/": "docs/src/index.md",
      "/lib/guide/auth.html": "docs/src/guide/auth.md",
      "/lib/guide/auth": "docs/src/guide/auth.md",
      "/lib/de/guide/auth": "docs/src/de/guide/auth.md",
      "/lib/guide/keys.html": "docs/src/en/guide/keys.md",
      "/lib/core/api.html": "docs/src/packages/core/doc/api.md",
    },
    published: {
      "docs/src/guide/auth.md": "/lib/guide/auth.html",
      // Rewrites that could take very long.
      "docs/src/odd/page.md": "/lib/odd/page.html",
      "docs/src/deep/one/two.md": "/lib/deep/one/two.html",
    },
    languages: ["de"],
  },
  "vuepress with locales and permalinks": {
    files: {
      "docs/.vuepress/config.js":
        "module.exports = ctx => ({ base: '/v/', locales: { '/': {}, '/zh/': {} } })",
      "docs/README.md": "",
      "docs/guide/README.md": "",
      "docs/zh/guide/assets.md": "",
      "docs/p.md": "---\npermalink: /hello/\n---\n",
    },
    right: {
      "/v/": "docs/README.md",
      "/v/guide/": "docs/guide/README.md",
      "/v/zh/guide/assets.html": "docs/zh/guide/assets.md",
      "/v/hello/": "docs/p.md",
      "/v/p.html": "docs/p.md",
    },
    languages: ["zh"],
  },
  "mkdocs with a site path and redirects": {
    files: {
      "pkg/mkdocs.yml":
        "site_name: x\nsite_url: https://acme.example/kit/\ndocs_dir: pages\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        old.md: a/new.md\nmarkdown_extensions:\n  - x:\n      y: !!python/name:material.x\n",
      "pkg/pages/index.md": "",
      "pkg/pages/a/new.md": "",
      "pkg/pages/b/README.md": "",
    },
    right: {
      "/kit/": "pkg/pages/index.md",
      "/kit/a/new/": "pkg/pages/a/new.md",
      "/a/new": "pkg/pages/a/new.md",
      "/kit/old/": "pkg/pages/a/new.md",
      "/kit/b/": "pkg/pages/b/README.md",
      "/kit/latest/a/new/": "pkg/pages/a/new.md",
      "/kit/1.2/a/new/": "pkg/pages/a/new.md",
    },
    published: { "pkg/pages/a/new.md": "/kit/a/new/" },
    basePath: "/kit",
  },
  "mkdocs with files as addresses and languages as suffixes": {
    files: {
      "mkdocs.yml":
        "use_directory_urls: false\nplugins:\n  - i18n:\n      docs_structure: suffix\n      languages:\n        - locale: fr\n        - locale: en\n          default: true\n",
      "docs/index.md": "",
      "docs/a.md": "",
      "docs/a.fr.md": "",
      "docs/b.en.md": "",
    },
    right: {
      "/a.html": "docs/a.md",
      "/fr/a.html": "docs/a.fr.md",
      "/b.html": "docs/b.en.md",
      "/fr/b.html": "docs/b.en.md",
      "/": "docs/index.md",
    },
    languages: ["en", "fr"],
  },
  "mkdocs with languages as folders": {
    files: {
      "mkdocs.yml":
        "plugins:\n  i18n:\n    docs_structure: folder\n    languages:\n      - locale: en\n        default: true\n      - locale: de\n",
      "docs/en/a.md": "",
      "docs/de/a.md": "",
    },
    right: { "/a/": "docs/en/a.md", "/de/a/": "docs/de/a.md" },
  },
  "mkdocs with a folder and a configuration for each language": {
    files: {
      "docs/en/mkdocs.yml": "site_url: https://acme.example/\n",
      "docs/hi/mkdocs.yml": "INHERIT: ../en/mkdocs.yml\n",
      "docs/en/docs/tutorial/a.md": "",
      "docs/de/docs/tutorial/a.md": "",
      "docs/hi/docs/index.md": "",
    },
    right: {
      "/tutorial/a/": "docs/en/docs/tutorial/a.md",
      "/de/tutorial/a/": "docs/de/docs/tutorial/a.md",
      "/hi/": "docs/hi/docs/index.md",
      "/hi/tutorial/a/": "docs/en/docs/tutorial/a.md",
    },
  },
  "mdbook in a subfolder": {
    files: {
      "guide/book.toml":
        '[book]\ntitle = "x"\n[output.html]\nsite-url = "/kit/"\n[output.html.redirect]\n"/format/old.html" = "../cli/index.html"\n',
      "guide/src/SUMMARY.md": "# Summary\n\n[Intro](intro.md)\n\n- [Creating](creating.md)\n",
      "guide/src/intro.md": "",
      "guide/src/creating.md": "",
      "guide/src/cli/README.md": "",
      "guide/src/format/summary.md": "",
      "tests/x/book.toml": "[book]\n",
      "tests/x/src/creating.md": "",
    },
    right: {
      "/kit/creating.html": "guide/src/creating.md",
      "/creating.html": "guide/src/creating.md",
      "/kit/": "guide/src/intro.md",
      "/kit/cli/": "guide/src/cli/README.md",
      "/kit/cli/index.html": "guide/src/cli/README.md",
      "/kit/format/old.html": "guide/src/cli/README.md",
      "/kit/SUMMARY": null,
      "/kit/format/summary.html": "guide/src/format/summary.md",
    },
    published: { "guide/src/creating.md": "/kit/creating.html" },
  },
  "mintlify with languages and redirects": {
    files: {
      "docs.json":
        '{ "navigation": { "languages": [{ "language": "en", "tabs": [{ "groups": [{ "pages": ["start", "api/keys"] }] }] }, { "language": "es" }] }, "redirects": [{ "source": "/v1/:slug*", "destination": "/api/:slug*" }, { "source": "/begin", "destination": "/start" }] }',
      "start.mdx": "",
      "api/keys.mdx": "",
      "es/start.mdx": "",
      "snippets/x.mdx": "",
      "README.md": "",
    },
    right: {
      "/": "start.mdx",
      "/docs/api/keys": "api/keys.mdx",
      "/api/keys": "api/keys.mdx",
      "/es/start": "es/start.mdx",
      "/v1/keys": "api/keys.mdx",
      "/begin": "start.mdx",
    },
    site: "https://acme.example/docs",
    basePath: "/docs",
    languages: ["en", "es"],
  },
  "another tool's docs.json is no site": {
    files: { "docs.json": "{}", "docs/a.md": "" },
    right: { "/a": "docs/a.md" },
  },
  "nextra with content below a route": {
    files: {
      "next.config.mjs":
        "import nextra from 'nextra'\nconst withNextra = nextra({ latex: true })\nexport default withNextra({ basePath: '/kit' })",
      "src/app/(site)/docs/[[...mdxPath]]/page.jsx": "",
      "src/app/about/page.mdx": "",
      "src/content/index.mdx": "",
      "src/content/guide/auth.mdx": "",
      "src/content/_meta.js": "",
    },
    right: {
      "/kit/docs": "src/content/index.mdx",
      "/kit/docs/guide/auth": "src/content/guide/auth.mdx",
      "/kit/about": "src/app/about/page.mdx",
    },
    basePath: "/kit",
  },
  "nextra with languages": {
    files: {
      "next.config.js":
        "const withNextra = require('nextra')({ theme: 'x' })\nmodule.exports = withNextra({ i18n: { locales: ['en-US', 'de'], defaultLocale: 'en-US' } })",
      "pages/index.en-US.mdx": "",
      "pages/index.de.mdx": "",
      "pages/docs/a.en-US.mdx": "",
    },
    right: {
      "/": "pages/index.en-US.mdx",
      "/de": "pages/index.de.mdx",
      "/docs/a": "pages/docs/a.en-US.mdx",
      "/de/docs/a": "pages/docs/a.en-US.mdx",
    },
  },
  "fumadocs with groups, a second collection, and languages": {
    files: {
      "apps/web/source.config.ts":
        "export const docs = defineDocs({ dir: 'content/pages' });\nexport const blog = defineCollections({ dir: 'content/blog' });",
      "apps/web/lib/source.ts":
        "export const source = loader({ baseUrl: '/learn', i18n, source: docs.toFumadocsSource() });\nexport const posts = loader(blog.toFumadocsSource(), { baseUrl: '/blog' });",
      "apps/web/lib/i18n.ts":
        "export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'cn'], hideLocale: 'default-locale' });",
      "apps/web/content/pages/(start)/index.mdx": "",
      "apps/web/content/pages/(start)/a.mdx": "",
      "apps/web/content/pages/a.cn.mdx": "",
      "apps/web/content/blog/hello.mdx": "",
    },
    right: {
      "/learn": "apps/web/content/pages/(start)/index.mdx",
      "/learn/a": "apps/web/content/pages/(start)/a.mdx",
      "/en/learn/a": "apps/web/content/pages/(start)/a.mdx",
      "/cn/learn/a": "apps/web/content/pages/a.cn.mdx",
      "/blog/hello": "apps/web/content/blog/hello.mdx",
    },
    published: { "apps/web/content/pages/(start)/a.mdx": "/learn/a" },
    languages: ["en", "cn"],
  },
  "docsify with hash routes": {
    files: {
      "docs/index.html":
        "<html><script>\n  window.$docsify = { name: 'x', alias: { '/log': '/changes' }, auto2top: true, fallbackLanguages: ['de'] };\n</script></html>",
      "docs/README.md": "",
      "docs/guide.md": "",
      "docs/de/README.md": "",
      "docs/changes.md": "",
      "docs/_sidebar.md": "",
    },
    right: {
      "/#/": "docs/README.md",
      "/": "docs/README.md",
      "/#/guide": "docs/guide.md",
      "/#!/guide": "docs/guide.md",
      "/#/guide?id=install": "docs/guide.md",
      "https://x.example/#/de/": "docs/de/README.md",
      "/#/log": "docs/changes.md",
      "/#/_sidebar": null,
    },
    published: { "docs/guide.md": "/#/guide" },
  },
  "docsify with a base path and paths": {
    files: {
      "index.html": "<script>$docsify = { basePath: '/pages/', routerMode: 'history' }</script>",
      "pages/README.md": "",
      "pages/a/b.md": "",
    },
    right: { "/": "pages/README.md", "/a/b": "pages/a/b.md" },
    published: { "pages/a/b.md": "/a/b" },
  },
  "jekyll with collections, posts, and permalinks": {
    files: {
      "_config.yml":
        "url: https://acme.example\nbaseurl: /kit\ncollections:\n  docs:\n    output: true\n    permalink: /:collection/:path/\n",
      "index.md": "",
      "about.md": "---\npermalink: /team/\nredirect_from: /people\n---\n",
      "_docs/guide/auth.md": "",
      "_posts/2024-03-02-hello-world.md": "---\ncategories: [News]\n---\n",
    },
    right: {
      "/kit/": "index.md",
      "/kit/team/": "about.md",
      "/kit/people": "about.md",
      "/kit/docs/guide/auth/": "_docs/guide/auth.md",
      "/kit/news/2024/03/02/hello-world.html": "_posts/2024-03-02-hello-world.md",
    },
    basePath: "/kit",
  },
  "hugo with sections, slugs, aliases, and languages as suffixes": {
    files: {
      "hugo.toml":
        'baseURL = "https://acme.example/kit/"\ndefaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n[permalinks]\nblog = "/:year/:slug/"\n',
      "content/_index.md": "",
      "content/docs/_index.md": "",
      "content/docs/Set Up.md": "---\naliases:\n  - /old/\n  - near\n---\n",
      "content/docs/setup.fr.md": "",
      "content/docs/bundle/index.md": "",
      "content/docs/bundle/part.md": "",
      "content/docs/a.md": '+++\nslug = "other"\n+++\n',
      "content/b.md": "---\nurl: /custom/b.html\n---\n",
      "content/blog/x.md": "---\ntitle: Hello there\ndate: 2024-05-06\n---\n",
    },
    right: {
      "/kit/": "content/_index.md",
      "/kit/docs/": "content/docs/_index.md",
      "/kit/docs/set-up/": "content/docs/Set Up.md",
      "/kit/old/": "content/docs/Set Up.md",
      "/kit/docs/near": "content/docs/Set Up.md",
      "/kit/fr/docs/setup/": "content/docs/setup.fr.md",
      "/kit/docs/bundle/": "content/docs/bundle/index.md",
      "/kit/docs/bundle/part/": null,
      "/kit/docs/other/": "content/docs/a.md",
      "/kit/custom/b.html": "content/b.md",
      "/kit/2024/hello-there/": "content/blog/x.md",
    },
    basePath: "/kit",
    languages: ["en", "fr"],
  },
  "hugo with a folder for each language, and files as addresses": {
    files: {
      "site/config.yaml":
        "baseURL: https://acme.example\nuglyURLs: true\nlanguages:\n  en:\n    contentDir: content/en\n  de:\n    contentDir: content/de\n",
      "site/content/en/docs/a.md": "",
      "site/content/de/docs/a.md": "",
    },
    right: {
      "/docs/a.html": "site/content/en/docs/a.md",
      "/de/docs/a.html": "site/content/de/docs/a.md",
    },
  },
  "gitbook with a root and redirects": {
    files: {
      ".gitbook.yaml": "root: ./book/\nredirects:\n  old/page: guides/auth.md\n",
      "book/README.md": "",
      "book/SUMMARY.md": "",
      "book/guides/README.md": "",
      "book/guides/auth.md": "",
    },
    right: {
      "/": "book/README.md",
      "/guides": "book/guides/README.md",
      "/guides/auth": "book/guides/auth.md",
      "/old/page": "book/guides/auth.md",
    },
  },
  "sphinx, as files and as folders": {
    files: {
      "docs/source/conf.py":
        "project = 'x'\nmaster_doc = 'contents'\nrediraffe_redirects = \"moved.txt\"\n",
      "docs/source/moved.txt": '# Old and new\n"keys.md" "api.md"\nlogin guide/auth\n',
      "docs/source/contents.rst": "",
      "docs/source/guide/auth.rst": "",
      "docs/source/api.md": "",
      "tools/conf.py": "",
    },
    right: {
      "/": "docs/source/contents.rst",
      "/guide/auth.html": "docs/source/guide/auth.rst",
      "/guide/auth/": "docs/source/guide/auth.rst",
      "/en/stable/api.html": "docs/source/api.md",
      "/en/3.0.x/api/": "docs/source/api.md",
      "/keys.html": "docs/source/api.md",
      "/en/latest/login/": "docs/source/guide/auth.rst",
    },
    published: { "docs/source/guide/auth.rst": "/guide/auth.html" },
  },
  "docfx as Microsoft Learn publishes it": {
    files: {
      "KIT/docfx.json":
        '{ // comment\n "build": { "content": [{ "files": ["**/*.md"] }], "globalMetadata": { "breadcrumb_path": "/tools/kit/breadcrumb/toc.json", } } }',
      ".openpublishing.redirection.json":
        '{ "redirections": [{ "source_path": "KIT/old.md", "redirect_url": "/tools/kit/install" }] }',
      "KIT/index.yml": "",
      "KIT/install.md": "",
      "KIT/Tutorials/Git.md": "",
      "KIT/includes/x.md": "",
    },
    right: {
      "/tools/kit/": "KIT/index.yml",
      "/en-us/tools/kit/install": "KIT/install.md",
      "https://learn.example/de-de/tools/kit/tutorials/git?tabs=a": "KIT/Tutorials/Git.md",
      "/tools/kit/old": "KIT/install.md",
    },
    site: "https://learn.example",
    basePath: "/tools/kit",
  },
};

describe.each(Object.entries(CASES))("%s", (_, { files, right, site = "", ...wanted }) => {
  test("addresses lead to the files that the generator publishes there", async () => {
    const map = await docsMap(files, {}, site);
    expect(filesAt(map, Object.keys(right))).toEqual(right);
    const published = wanted.published ?? {};
    for (const [file, address] of Object.entries(published)) {
      expect(map.addressOf(file)).toBe(address);
    }
    if (wanted.basePath !== undefined) expect(map.sites[0]?.basePath).toBe(wanted.basePath);
    if (wanted.languages) expect(map.sites[0]?.languages).toEqual(wanted.languages);
  });

  test("every page's own address leads back to it", async () => {
    const map = await docsMap(files, {}, site);
    const addresses = Object.keys(files).map((file) => [map.addressOf(file), file] as const);
    const pages = addresses.filter(([address]) => address !== null);
    expect(pages.length).toBeGreaterThan(0);
    for (const [address, file] of pages) {
      expect(map.resolve(encodeURI(address ?? "")).file, String(address)).toBe(file);
    }
  });
});

describe("what the project says about its generator", () => {
  test("holds for a folder without a configuration", async () => {
    const files = paths("pages/a.md", "docs/a.md");
    const map = await docsMap(files, { folders: ["pages"], generator: "mdbook" });
    expect(map.addressOf("pages/a.md")).toBe("/a.html");
    expect(map.resolve("/a").file).toBe("pages/a.md");
  });

  test("chooses among several sites", async () => {
    const files = {
      ...paths("docs/a.md", "book/src/a.md", "book/book.toml"),
      "mkdocs.yml": "site_name: x",
    };
    expect((await docsMap(files)).resolve("/a")).toMatchObject({
      file: null,
      several: ["docs/a.md", "book/src/a.md"],
    });
    expect((await docsMap(files, { generator: "mdbook" })).resolve("/a").file).toBe(
      "book/src/a.md",
    );
    expect((await docsMap(files, { folders: ["docs"] })).resolve("/a").file).toBe("docs/a.md");
  });
});

test("every generator that one can choose is known, and documented", () => {
  expect(new Set(GENERATORS.map(({ name }) => name))).toEqual(new Set(DOCS_GENERATORS));
  const rows =
    readFileSync("docs/repositories.md", "utf8")
      .match(/^\| .*? \|/gm)
      ?.join() ?? "";
  for (const names of Object.values(DOCS_GENERATOR_NAMES)) {
    for (const name of names.split(" or ")) expect(rows).toContain(name);
  }
});
