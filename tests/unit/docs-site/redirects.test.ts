import { describe, expect, test } from "vitest";
import { docsMap, filesAt, paths } from "../../support/docs-source.ts";

const PAGES = {
  "docusaurus.config.js": "export default { url: 'https://ferns.example', baseUrl: '/' };",
  ...paths("docs/intro.md", "docs/care/light.md", "docs/care/water.md", "docs/fr/water.md"),
};
const LIGHT = "docs/care/light.md";
const WATER = "docs/care/water.md";

async function leads(files: Record<string, string>, addresses: string[], site = "") {
  const map = await docsMap({ ...PAGES, ...files }, {}, site);
  return filesAt(map, addresses);
}

describe("redirects of a host", () => {
  test("of Netlify and Cloudflare, line by line", async () => {
    const right = {
      "/sun": LIGHT,
      "/sun/": LIGHT,
      "/sun.html?ref=x#y": LIGHT,
      "/sun-and-more": null,
      "/plants/water": WATER,
      "/plants": "docs/intro.md",
      "/2024/05/water": WATER,
      "/2024/water": null,
      "/shown/light": LIGHT,
      "/whole/light": LIGHT,
      "/forced": WATER,
      // Two redirects after each other, and one that leads to itself.
      "/sun-and-rain": LIGHT,
      "/round": null,
      "/loop/a": null,
      // What depends on who asks isn't followed, and what isn't found isn't a page.
      "/eau": null,
      "/search": null,
      "/gone": null,
      "/away": null,
      "/anything": null,
      // A page comes before what a redirect says about its address.
      "/docs/care/water": WATER,
    };
    const lines = [
      "# Old addresses",
      "http://ferns.example/* https://ferns.example/:splat 301!",
      "/sun-and-rain   /sun",
      "/sun            /docs/care/light  # moved",
      "/plants         /docs/intro",
      "/plants/*       /docs/care/:splat?from=plants  302",
      "/:year/:month/:page /docs/care/:page",
      "/shown/*        /docs/care/:splat  200",
      "/whole/*        https://ferns.example/docs/care/:splat",
      "/forced         /docs/care/water 301!",
      "/round /round/ 301",
      "/loop/* /loop/:splat/a",
      "/eau /docs/fr/water 302 Language=fr",
      "/search q=:q /docs/care/:q",
      "/gone /docs/intro 410",
      "/away https://moss.example/docs/intro",
      "/docs/care/water /docs/intro",
      "/only-one",
      "/* /docs/intro.html 200",
      "/* /docs/intro 302",
    ];
    const files = { "static/_redirects": lines.join("\r\n") };
    expect(await leads(files, Object.keys(right))).toEqual(right);
  });

  test("of netlify.toml", async () => {
    const right = { "/sun": LIGHT, "/plants/water": WATER, "/eau": null };
    const files = {
      "netlify.toml":
        '[build]\ncommand = "x"\n[[redirects]]\nfrom = "/sun"\nto = "/docs/care/light"\nstatus = 302\nforce = true\n[[redirects]]\nfrom = "/plants/*"\nto = "/docs/care/:splat"\n[[redirects]]\nfrom = "/eau"\nto = "/docs/fr/water"\nconditions = {Language = ["fr"]}\n',
    };
    expect(await leads(files, Object.keys(right))).toEqual(right);
  });

  test.each([
    ["vercel.json", (config: object) => config],
    ["firebase.json", (config: object) => ({ hosting: [{ public: "x", ...config }] })],
  ])("of %s", async (name, around) => {
    const right = {
      "/sun": LIGHT,
      "/plants/light": LIGHT,
      "/leaves/water.html": WATER,
      "/roots/water": WATER,
      "/stems/water": WATER,
      "/stems/intro": null,
      "/shown/water": WATER,
      "/eau": null,
      "/api/x": null,
      "/anything": null,
    };
    const config = {
      redirects: [
        { source: "/sun", destination: "/docs/care/light", permanent: true },
        { source: "/plants/:page*", destination: "/docs/care/:page*" },
        { source: "/leaves/:page.html", destination: "/docs/care/:page" },
        { source: "/stems/:page(light|water)", destination: "/docs/care/:page" },
        { source: "/roots/(.*)", destination: "/docs/care/$1" },
        { source: "/eau", destination: "/docs/fr/water", has: [{ type: "header", key: "x" }] },
        { source: "/((?!docs|(x+)+y).*)", destination: "/docs/intro" },
        { source: "/:a*/:b", destination: "/docs/intro" },
      ],
      rewrites: [
        { source: "/shown/:page", destination: "/docs/care/:page" },
        { source: "/(.*)", destination: "/docs/intro" },
      ],
    };
    const files = { [name]: JSON.stringify(around(config)) };
    expect(await leads(files, Object.keys(right))).toEqual(right);
  });

  test("below a base path, with and without it", async () => {
    const right = { "/kit/sun": LIGHT, "/sun": LIGHT, "/kit/plants/water": WATER };
    const files = {
      "docusaurus.config.js": "export default { url: 'https://ferns.example', baseUrl: '/kit/' };",
      "static/_redirects": "/kit/sun /kit/docs/care/light\n/kit/plants/* /kit/docs/care/:splat\n",
    };
    expect(await leads(files, Object.keys(right))).toEqual(right);
    expect(await leads(files, ["/kit/sun"], "https://ferns.example/kit")).toEqual({
      "/kit/sun": LIGHT,
    });
  });

  test("not of an example, nor of a file that isn't valid", async () => {
    const files = {
      "examples/site/_redirects": "/sun /docs/care/light",
      "vercel.json": "{",
      "netlify.toml": "redirects = 1",
      "firebase.json": '{ "hosting": { "redirects": [{ "source": 1 }, null] } }',
    };
    expect(await leads(files, ["/sun"])).toEqual({ "/sun": null });
  });
});

test("redirects of Next.js beside Fumadocs, and of Astro, with names", async () => {
  const fumadocs = {
    "source.config.ts": "export const docs = defineDocs({ dir: 'content/docs' });",
    "next.config.mjs":
      "export default withMDX({ async redirects() { return [{ source: '/old/:page*', destination: '/docs/:page*', permanent: true }]; } });",
    ...paths("content/docs/light.mdx"),
  };
  expect(filesAt(await docsMap(fumadocs), ["/old/light"])).toEqual({
    "/old/light": "content/docs/light.mdx",
  });
  const starlight = {
    "astro.config.mjs":
      "export default defineConfig({ redirects: { '/old/[...slug]': '/[...slug]', '/note/[page]': { status: 302, destination: '/care/[page]' } }, integrations: [starlight({ title: 'x' })] });",
    ...paths("src/content/docs/care/light.md"),
  };
  expect(filesAt(await docsMap(starlight), ["/old/care/light", "/note/light"])).toEqual({
    "/old/care/light": "src/content/docs/care/light.md",
    "/note/light": "src/content/docs/care/light.md",
  });
});

describe("redirects in code and templates", () => {
  const CREATED = {
    "/guide/light": LIGHT,
    "/guide/water/": WATER,
    "/other/light": null,
  };
  const withCode = (code: string) => ({
    "docusaurus.config.js": `export default { url: 'https://ferns.example', baseUrl: '/', plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/sun', to: '/docs/care/light' }], ${code} }]] };`,
  });
  const replacing = "[path.replace('/docs/care', '/guide')]";

  test.each([
    `createRedirects(path) { if (path.includes('/docs/care')) return ${replacing}; return undefined; }`,
    `createRedirects: (path) => { if (path.startsWith('/docs/care')) { return ${replacing}; } }`,
    `createRedirects: function (path) { return ${replacing}; }`,
    "createRedirects: (path) => path.replace('/docs/care', '/guide')",
    `createRedirects: (path) => ${replacing}, title: name.replace('a', 'b')`,
  ])("of Docusaurus that replace a part of the address: %s", async (code) => {
    expect(await leads(withCode(code), Object.keys(CREATED))).toEqual(CREATED);
    const map = await docsMap({ ...PAGES, ...withCode(code) });
    expect(map.sites.map((site) => site.hasUnreadRedirects)).toEqual([false]);
  });

  test.each([
    "createRedirects: makeRedirects",
    "createRedirects(path) { return path.startsWith('/docs') ? ['/guide' + path] : []; }",
    "createRedirects: (path) => [path.replace(/care/, 'guide')]",
    "createRedirects: (path) => [path.replace('/docs/care', '/guide' + name)]",
    "createRedirects: (path) => [path.toLowerCase()]",
    `createRedirects(path) { if (path.includes('/fr')) return [path.replace('/fr', '/de')]; return ${replacing}; }`,
  ])("that aren't data are said to be unread: %s", async (code) => {
    const map = await docsMap({ ...PAGES, ...withCode(code) });
    expect(map.sites.map((site) => site.hasUnreadRedirects)).toEqual([true]);
    expect(filesAt(map, ["/sun", "/guide/light"])).toEqual({ "/sun": LIGHT, "/guide/light": null });
  });

  test("are no remark where there are none", async () => {
    const { sites } = await docsMap({
      ...PAGES,
      ...withCode("/* createRedirects: (path) => … */"),
    });
    expect(sites.map((site) => site.hasUnreadRedirects)).toEqual([false]);
  });

  test("of Heroku's static sites", async () => {
    const redirects = {
      "/sun/": { url: "/docs/care/light/", status: 302 },
      "/rain": { url: "/docs/care/water" },
      "/gone": { url: "/docs/intro", status: 410 },
    };
    const routes = { "/**": "index.html" };
    const right = { "/sun": LIGHT, "/rain": WATER, "/gone": null, "/anything": null };
    const files = { "static.json": JSON.stringify({ root: "build/", routes, redirects }) };
    expect(await leads(files, Object.keys(right))).toEqual(right);
  });

  test("that are lines of Hugo's template", async () => {
    const template = [
      "{{ range $p := .Site.Pages }}{{ range .Aliases }}",
      "{{ . }} {{ $p.RelPermalink }} 301",
      "{{ end }}{{ end }}",
      "/rain/* /docs/care/:splat",
    ].join("\n");
    const right = { "/rain/water": WATER, "/{{": null, "/range": null };
    for (const name of ["layouts/index.redirects", "layouts/index.redir", "layouts/_redirects"])
      expect(await leads({ [name]: template }, Object.keys(right)), name).toEqual(right);
  });
});
