/** A generator of documentation sites whose recipe is tried. */
interface Generator {
  /** Its recipe, and the folder in `fixtures`. */
  id: string;
  /** The text of the configuration around the recipe's snippet. */
  configure: (snippet: string) => string;
  /** The program that builds the site, its arguments, and the folder that it writes to. */
  build: { program: string; args: string[]; output: string };
  /** The path of the second page, as the inbox shows it. */
  next: string;
  /** Whether links load the page anew. */
  reloads?: boolean;
}

export const GENERATORS: readonly Generator[] = [
  {
    id: "vitepress",
    configure: (snippet) => `export default { title: "Fixture", ${snippet} };`,
    build: {
      program: "vitepress/bin/vitepress.js",
      args: ["build"],
      output: ".vitepress/dist",
    },
    next: "/next.html",
  },
  {
    id: "docusaurus",
    configure: (snippet) => `export default {
      title: "Fixture",
      url: "https://docs.example.com",
      baseUrl: "/",
      presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
      ${snippet}
    };`,
    build: {
      program: "@docusaurus/core/bin/docusaurus.mjs",
      args: ["build"],
      output: "build",
    },
    next: "/next",
  },
  {
    id: "starlight",
    configure: (snippet) => `import starlight from "@astrojs/starlight";
    export default {
      site: "https://docs.example.com",
      integrations: [
        starlight({
          title: "Fixture",
          components: { Footer: "./src/components/Footer.astro" },
          ${snippet}
        }),
      ],
    };`,
    build: {
      program: "astro/bin/astro.mjs",
      args: ["build"],
      output: "dist",
    },
    next: "/next",
    reloads: true,
  },
];
