/** Text to paste into a file of a documentation site. */
export interface Snippet {
  /** The file to edit, or where to paste it. */
  file: string;
  /** The language of `code`, as Markdown names it. */
  language: string;
  code: string;
}

/** How a kind of documentation site adds the widget. */
export interface Recipe {
  id: string;
  title: string;
  widget: Snippet;
  /** Adds the form that readers without JavaScript get. */
  form: Snippet;
}

interface Installation {
  /** Errata's address, without a trailing slash. */
  server: string;
  /** The public key. */
  key: string;
}

/** Returns what to paste into each kind of site, plain HTML first. */
export function recipesFor(installation: Installation): Recipe[] {
  return [
    plainHtml(installation),
    docusaurus(installation),
    vitePress(installation),
    starlight(installation),
    nextra(installation),
    mkDocs(installation),
  ];
}

function plainHtml(site: Installation): Recipe {
  return {
    id: "html",
    title: "Plain HTML",
    widget: { file: "the head of every page", language: "html", code: scriptTag(site) },
    form: {
      file: "every page, with its own path",
      language: "html",
      code: noscript(site, 'value="/quickstart"'),
    },
  };
}

function docusaurus(site: Installation): Recipe {
  return {
    id: "docusaurus",
    title: "Docusaurus 3",
    widget: {
      file: "docusaurus.config.js",
      language: "js",
      code: `scripts: [
  { src: "${site.server}/collect.js", "data-key": "${site.key}", defer: true },
],`,
    },
    form: {
      file: "src/theme/DocItem/Footer.js",
      language: "jsx",
      code: `import { useLocation } from "@docusaurus/router";
import Footer from "@theme-original/DocItem/Footer";

export default function FooterWithForm(props) {
  const { pathname } = useLocation();
  return (
    <>
      <Footer {...props} />
${indented(jsx(noscript(site, "value={pathname}")), 6)}
    </>
  );
}`,
    },
  };
}

function vitePress(site: Installation): Recipe {
  return {
    id: "vitepress",
    title: "VitePress",
    widget: {
      file: ".vitepress/config.js",
      language: "js",
      code: `head: [
  ["script", { src: "${site.server}/collect.js", "data-key": "${site.key}", defer: "" }],
],`,
    },
    form: {
      file: ".vitepress/theme/index.js",
      language: "js",
      code: `import { useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";

const form = (path) => \`
${indented(formTag(site, `value="\${path}"`), 2)}
\`;

export default {
  extends: DefaultTheme,
  Layout() {
    const route = useRoute();
    return h(DefaultTheme.Layout, null, {
      "doc-after": () => h("noscript", { innerHTML: form(route.path) }),
    });
  },
};`,
    },
  };
}

function starlight(site: Installation): Recipe {
  return {
    id: "starlight",
    title: "Starlight (Astro)",
    widget: {
      file: "astro.config.mjs, in starlight({ … })",
      language: "js",
      code: `head: [
  {
    tag: "script",
    attrs: { src: "${site.server}/collect.js", "data-key": "${site.key}", defer: true },
  },
],`,
    },
    form: {
      file: 'src/components/Footer.astro, with components: { Footer: "./src/components/Footer.astro" } in starlight({ … })',
      language: "astro",
      code: `---
import Footer from "@astrojs/starlight/components/Footer.astro";
---

<Footer />
${noscript(site, "value={Astro.url.pathname}")}`,
    },
  };
}

function nextra(site: Installation): Recipe {
  return {
    id: "nextra",
    title: "Nextra or Fumadocs",
    widget: {
      file: "app/layout.jsx, instead of {children}",
      language: "jsx",
      // An element that React renders, as the widget can't tell when React has taken over the page.
      code: `<>
  {children}
  <errata-feedback data-key="${site.key}"></errata-feedback>
  <script src="${site.server}/collect.js" defer />
</>`,
    },
    form: {
      file: "app/feedback-form.jsx, which app/layout.jsx imports and renders after {children}",
      language: "jsx",
      code: `"use client";
import { usePathname } from "next/navigation";

export function FeedbackForm() {
  const pathname = usePathname();
  return (
${indented(jsx(noscript(site, "value={pathname}")), 4)}
  );
}`,
    },
  };
}

function mkDocs(site: Installation): Recipe {
  const block = (name: string, lines: string) =>
    `{% block ${name} %}\n  {{ super() }}\n${indented(lines, 2)}\n{% endblock %}`;
  const file = "overrides/main.html, with custom_dir: overrides under theme in mkdocs.yml";
  return {
    id: "mkdocs",
    title: "MkDocs Material",
    widget: {
      file,
      language: "html",
      code: `{% extends "base.html" %}\n\n${block("extrahead", scriptTag(site))}`,
    },
    form: {
      file: "overrides/main.html",
      language: "html",
      code: block("content", noscript(site, `value="{{ page.canonical_url or '/' ~ page.url }}"`)),
    },
  };
}

function scriptTag({ server, key }: Installation): string {
  return `<script src="${server}/collect.js" data-key="${key}" defer></script>`;
}

function noscript(site: Installation, page: string): string {
  return `<noscript>\n${indented(formTag(site, page), 2)}\n</noscript>`;
}

/** @param page the attribute with the page's path, as the template language writes it */
function formTag({ server, key }: Installation, page: string): string {
  return `<form method="post" action="${server}/v1/collect/${key}">
  <input type="hidden" name="url" ${page}>
  <label>Comment <textarea name="comment"></textarea></label>
  <button name="helpful" value="yes">Helpful</button>
  <button name="helpful" value="no">Not helpful</button>
</form>`;
}

/** JSX closes every element. */
function jsx(html: string): string {
  return html
    .replace(/(<input [^<>]*)>/, "$1 />")
    .replace('<textarea name="comment"></textarea>', '<textarea name="comment" />');
}

function indented(lines: string, spaces: number): string {
  return lines.replace(/^/gm, " ".repeat(spaces));
}
