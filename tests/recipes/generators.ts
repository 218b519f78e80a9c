/** A generator of documentation sites whose recipe is tried. */
interface Generator {
  /** Its recipe, and the folder in `fixtures`. */
  id: string;
  /** The configuration's file, and its text around the recipe's snippet. */
  config: { file: string; around: (snippet: string) => string };
  /** The program that builds the site, its arguments, and the folder that it writes to. */
  build: { program: string; args: string[]; output: string };
  /** The paths of the two pages, as readers see them. */
  paths: { start: string; next: string };
}

export const GENERATORS: readonly Generator[] = [
  {
    id: "vitepress",
    config: {
      file: ".vitepress/config.js",
      around: (snippet) => `export default { title: "Fixture", ${snippet} };`,
    },
    build: {
      program: "vitepress/bin/vitepress.js",
      args: ["build"],
      output: ".vitepress/dist",
    },
    paths: { start: "/", next: "/next.html" },
  },
  {
    id: "docusaurus",
    config: {
      file: "docusaurus.config.js",
      around: (snippet) => `export default {
        title: "Fixture",
        url: "https://docs.example.com",
        baseUrl: "/",
        presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
        ${snippet}
      };`,
    },
    build: {
      program: "@docusaurus/core/bin/docusaurus.mjs",
      args: ["build"],
      output: "build",
    },
    paths: { start: "/", next: "/next" },
  },
];
