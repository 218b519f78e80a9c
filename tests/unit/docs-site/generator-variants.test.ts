import { describe, expect, test } from "vitest";
import { docsMap, type Files, filesAt, paths } from "../../support/docs-source.ts";

// Older generators, plugins, and forms of configuration. Made after each one's documentation, with invented words.

interface Case {
  files: Files;
  /** What addresses lead to. */
  right: Record<string, string | null>;
  site?: string;
  sites?: string[];
  published?: Record<string, string | null>;
}

const original = (name: string) => `---\nid: version-2.0-${name}\noriginal_id: ${name}\n---\n`;

const CASES: Record<string, Case> = {
  "jupyter book, whose configuration is called like jekyll's": {
    files: {
      "book/_config.yml": "title: Ferns\n",
      "book/_toc.yml": "format: jb-book\nroot: start\nchapters:\n- file: care/light\n",
      ...paths("book/start.md", "book/care/light.ipynb"),
    },
    right: { "/": "book/start.md", "/care/light.html": "book/care/light.ipynb" },
    sites: ["sphinx"],
  },
  "docusaurus 1 with versions, languages, and a blog": {
    files: {
      "website/siteConfig.js":
        "const siteConfig = { url: 'https://acme.example', baseUrl: '/kit/', users: load('x') };\nmodule.exports = siteConfig;",
      "website/languages.js": "module.exports = [{ enabled: true, tag: 'en' }];",
      "website/versions.json": '["3.0", "2.0", "1.0"]',
      ...paths("docs/boot.md", "docs/parts/gear.md", "website/blog/2017-05-03-1.3.0.md"),
      "docs/start.md": "---\nid: first-steps\n---\n",
      "website/versioned_docs/version-3.0/boot.md": "",
      "website/versioned_docs/version-2.0/boot.md": original("boot"),
      "website/versioned_docs/version-2.0/parts/gear.md": original("gear"),
      "website/versioned_docs/version-1.0/parts/gear.md": "",
      "website/translated_docs/ko/boot.md": "",
      "website/translated_docs/ko/version-3.0/boot.md": "",
    },
    right: {
      "/kit/docs/en/next/first-steps.html": "docs/start.md",
      "/kit/docs/next/boot": "docs/boot.md",
      "/kit/docs/en/boot.html": "website/versioned_docs/version-3.0/boot.md",
      "/kit/docs/boot": "website/versioned_docs/version-3.0/boot.md",
      "/kit/docs/en/2.0/boot": "website/versioned_docs/version-2.0/boot.md",
      // Version 3.0 didn't change this page.
      "/kit/docs/parts/gear.html": "website/versioned_docs/version-2.0/parts/gear.md",
      "/kit/docs/1.0/parts/gear": "website/versioned_docs/version-1.0/parts/gear.md",
      "/kit/docs/ko/boot.html": "website/translated_docs/ko/version-3.0/boot.md",
      "/kit/docs/ko/next/boot.html": "website/translated_docs/ko/boot.md",
      "/kit/blog/2017/05/03/1.3.0.html": "website/blog/2017-05-03-1.3.0.md",
    },
    published: { "docs/start.md": "/kit/docs/en/next/first-steps.html" },
  },
  "docusaurus 1 without versions, at the root, with clean addresses": {
    files: {
      "site/siteConfig.js":
        "module.exports = { baseUrl: '/', docsUrl: '', cleanUrl: true, customDocsPath: 'manual' };",
      ...paths("manual/boot.md"),
    },
    right: { "/boot": "manual/boot.md", "/boot.html": "manual/boot.md" },
    published: { "manual/boot.md": "/boot" },
  },
  "docusaurus 2 beside what was left of docusaurus 1": {
    files: {
      "website/docusaurus.config.js": "module.exports = { baseUrl: '/' };",
      "website/siteConfig.js": "module.exports = { baseUrl: '/' };",
      ...paths("website/docs/boot.md"),
    },
    right: { "/docs/boot": "website/docs/boot.md" },
    published: { "website/docs/boot.md": "/docs/boot" },
  },
  "mkdocs with a variable, files of its own, and tags of programs": {
    files: {
      "mkdocs.yml":
        'site_name: Kit\nsite_url: !ENV [KIT_URL, "https://acme.example/kit/"]\ndocs_dir: !ENV KIT_DOCS\nplugins: !include plugins.yml\nhooks: !!python/object/apply:kit.hooks\n  kwds: { a: 1 }\n',
      "plugins.yml": "- search\n- redirects:\n    redirect_maps:\n      old.md: boot.md\n",
      ...paths("docs/index.md", "docs/boot.md"),
    },
    right: { "/kit/": "docs/index.md", "/kit/boot/": "docs/boot.md", "/kit/old/": "docs/boot.md" },
    published: { "docs/boot.md": "/kit/boot/" },
  },
  "mkdocs with sites in folders of a monorepo": {
    files: {
      "mkdocs.yml":
        "site_name: All\nplugins: [monorepo]\nnav:\n  - Home: index.md\n  - Parts:\n    - Gear: '!include ./parts/gear/mkdocs.yml'\n    - Rest: '*include ./more/*/mkdocs.yml'\n",
      "parts/gear/mkdocs.yml": "site_name: hardware/gear\n",
      "more/belt/mkdocs.yml": "site_name: Belts & Chains\ndocs_dir: text\n",
      ...paths("docs/index.md", "parts/gear/docs/oil.md", "more/belt/text/index.md"),
    },
    right: {
      "/": "docs/index.md",
      "/hardware/gear/oil/": "parts/gear/docs/oil.md",
      "/belts-chains/": "more/belt/text/index.md",
    },
  },
  "mkdocs with the blog of material": {
    files: {
      "mkdocs.yml": "site_name: Kit\nplugins:\n  - search\n  - blog\n",
      ...paths("docs/index.md", "docs/blog/index.md", "docs/boot.md"),
      "docs/blog/posts/gear.md": "---\ndate: 2025-11-04\n---\n\n# Gear v1.2 is out!\n",
      "docs/blog/posts/2024/oil.md":
        "---\ndate:\n  created: 2024-01-31\nslug: fresh-oil\n---\n\n# Oil\n",
    },
    right: {
      "/blog/": "docs/blog/index.md",
      "/blog/2025/11/04/gear-v12-is-out/": "docs/blog/posts/gear.md",
      "/blog/2024/01/31/fresh-oil/": "docs/blog/posts/2024/oil.md",
      "/boot/": "docs/boot.md",
    },
  },
  "mkdocs with a blog that is the site, by categories and files": {
    files: {
      "mkdocs.yml":
        'site_name: Kit\nplugins:\n  material/blog:\n    blog_dir: .\n    post_dir: "{blog}/news"\n    post_url_format: "{categories}/{date}/{file}"\n    post_url_date_format: yyyy\n',
      "docs/index.md": "",
      "docs/news/oil.md": "---\ndate: 2024-01-31\ncategories: [Spare Parts, Other]\n---\n# Oil\n",
    },
    right: { "/": "docs/index.md", "/spare-parts/2024/oil/": "docs/news/oil.md" },
  },
  "vuepress in yaml": {
    files: {
      "docs/.vuepress/config.yml": "base: /kit/\nlocales:\n  /: {}\n  /zh/: {}\n",
      ...paths("docs/README.md", "docs/boot.md", "docs/zh/boot.md"),
    },
    right: {
      "/kit/": "docs/README.md",
      "/kit/boot.html": "docs/boot.md",
      "/kit/zh/boot.html": "docs/zh/boot.md",
    },
  },
  "vuepress in toml": {
    files: {
      "docs/.vuepress/config.toml": 'base = "/kit/"\n',
      ...paths("docs/README.md", "docs/boot.md"),
    },
    right: { "/kit/": "docs/README.md", "/kit/boot.html": "docs/boot.md" },
  },
  "antora with versions of other branches": {
    files: {
      "manual/antora.yml": "name: kit\nversion: '7.6'\n",
      ...paths(
        "manual/modules/ROOT/pages/index.adoc",
        "manual/modules/ROOT/pages/parts/gear.adoc",
        "manual/modules/boot/pages/intro.adoc",
        "manual/modules/boot/pages/_cut.adoc",
        "manual/modules/boot/partials/note.adoc",
      ),
    },
    right: {
      "/kit/7.6/index.html": "manual/modules/ROOT/pages/index.adoc",
      "/kit/7.6/boot/intro.html": "manual/modules/boot/pages/intro.adoc",
      "/kit/current/boot/intro.html": "manual/modules/boot/pages/intro.adoc",
      "/kit/7.1/parts/gear.html": "manual/modules/ROOT/pages/parts/gear.adoc",
      "/kit/7.6/boot/_cut.html": null,
      "/kit/7.6/boot/note.html": null,
    },
    published: { "manual/modules/boot/pages/intro.adoc": "/kit/7.6/boot/intro.html" },
  },
  "antora below another site's path": {
    files: {
      "src/antora.yml": "name: ROOT\nversion: true\n",
      ...paths("src/modules/ROOT/pages/boot.adoc"),
    },
    right: {
      "https://acme.example/kit/reference/boot.html": "src/modules/ROOT/pages/boot.adoc",
      "/kit/reference/3.5/boot.html": "src/modules/ROOT/pages/boot.adoc",
    },
    site: "https://acme.example/kit/reference",
  },
  "hugo with a redirect from where a section is": {
    files: {
      "hugo.toml": "",
      "content/parts/_index.md": "",
      "content/parts/gear.md": "---\naliases: [/parts, /cogs]\n---\n",
    },
    right: {
      "/parts": "content/parts/_index.md",
      "/parts/": "content/parts/_index.md",
      "/cogs": "content/parts/gear.md",
    },
  },
  "sphinx with another name of its home": {
    files: { "conf.py": "root_doc = 'contents'\n", ...paths("contents.rst", "boot.rst") },
    right: { "/": "contents.rst", "/boot.html": "boot.rst" },
  },
  "docfx by itself": {
    files: {
      "docfx.json": '{ "build": { "content": [{ "files": ["**/*.md"] }] } }',
      "boot.md": "",
    },
    right: { "/boot": "boot.md" },
    published: { "boot.md": "/boot.html" },
  },
  "mkdocs with inherited settings, and two configurations for the same pages": {
    files: {
      "mkdocs.yml": "INHERIT: ./base.yml\nsite_name: Ferns\n",
      "base.yml": "use_directory_urls: false\n",
      "print/mkdocs.yml": "docs_dir: ../docs\n",
      "docs/boot.md": "",
    },
    right: { "/boot": "docs/boot.md" },
    published: { "docs/boot.md": "/boot.html" },
    sites: ["mkdocs"],
  },
  "mdbook, whose summary is called like gitbook's": {
    files: { "book.toml": "", ...paths("src/SUMMARY.md", "src/boot.md") },
    right: { "/boot.html": "src/boot.md" },
    sites: ["mdbook"],
  },
  "mkdocs with a summary like gitbook's in a folder of pages": {
    files: {
      "mkdocs.yml": "site_name: Ferns\n",
      ...paths("docs/kit/SUMMARY.md", "docs/kit/gear.md"),
    },
    right: { "/kit/gear": "docs/kit/gear.md" },
    published: { "docs/kit/gear.md": "/kit/gear/" },
  },
  "hugo with a short extension, and an old spelling of its content folder": {
    files: {
      "config.toml": 'contentdir = "pages"\n',
      "pages/gear.mdown": "---\nslug: cog\n---\n",
    },
    right: { "/cog": "pages/gear.mdown" },
  },
  "hugo with content of other repositories": {
    files: {
      "kit/hugo.toml":
        'contentDir = "../../pages"\n[[module.mounts]]\nsource = "../../more"\ntarget = "content"\n[languages.en]\ncontentDir = "content"\n[languages.de]\ncontentDir = "../../de"\n',
      ...paths("kit/content/gear.md", "boot.md", "de/boot.md"),
    },
    right: { "/gear": "kit/content/gear.md" },
    published: { "boot.md": null, "de/boot.md": null },
  },
  "jekyll, starlight, and posts of mkdocs with short extensions": {
    files: {
      "a/_config.yml": "title: Ferns\n",
      "a/gear.mkd": "---\npermalink: /cog/\n---\n",
      "b/astro.config.mjs": "import starlight from '@astrojs/starlight';",
      "b/src/content/docs/boot.mdown": "---\nslug: start\n---\n",
      "c/mkdocs.yml": "site_name: Ferns\nplugins: [blog]\n",
      "c/docs/blog/posts/rain.mkd": "---\ndate: 2024-05-06\n---\n# Rain at last\n",
    },
    right: {
      "/cog": "a/gear.mkd",
      "/start": "b/src/content/docs/boot.mdown",
      "/blog/2024/05/06/rain-at-last": "c/docs/blog/posts/rain.mkd",
    },
  },
};

describe.each(Object.entries(CASES))(
  "%s",
  (_, { files, right, site = "", sites, published = {} }) => {
    test("addresses lead to the files that the generator publishes there", async () => {
      const map = await docsMap(files, {}, site);
      expect(filesAt(map, Object.keys(right))).toEqual(right);
      if (sites) expect(map.sites.map(({ generator }) => generator)).toEqual(sites);
      for (const [file, address] of Object.entries(published)) {
        expect(map.addressOf(file)).toBe(address);
      }
    });
  },
);
