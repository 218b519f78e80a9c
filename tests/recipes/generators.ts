/** A generator of documentation sites whose recipe is tried. */
interface Generator {
  /** Its recipe, and the folder in `fixtures`. */
  id: string;
  /** The text of the configuration around the recipe's snippet. */
  configure: (snippet: string) => string;
  /**
   * The program that builds the site, its arguments, and the folder that it writes to. It is a script of the packages,
   * or, with `install`, a command that is installed like this.
   */
  build: { program: string; args: string[]; output: string; install?: string };
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
    next: "/next",
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
  {
    // Its layout doesn't accept its own children with newer versions of zod 4, hence the version in package.json.
    id: "nextra",
    configure: (snippet) => `import { Layout, Navbar } from "nextra-theme-docs";
    import { Head } from "nextra/components";
    import { getPageMap } from "nextra/page-map";
    import { FeedbackForm } from "./feedback-form.jsx";
    import "nextra-theme-docs/style.css";

    export default async function RootLayout({ children }) {
      return (
        <html lang="en" dir="ltr" suppressHydrationWarning>
          <Head />
          <body>
            <Layout navbar={<Navbar logo="Fixture" />} pageMap={await getPageMap()} nextThemes={{ defaultTheme: "light" }}>
              ${snippet}
              <FeedbackForm />
            </Layout>
          </body>
        </html>
      );
    }`,
    build: {
      program: "next/dist/bin/next",
      args: ["build", "--webpack"],
      output: "out",
    },
    next: "/next",
  },
  {
    id: "mkdocs",
    configure: (snippet) => snippet,
    build: {
      program: "mkdocs",
      args: ["build", "--quiet"],
      output: "site",
      install: "pip install mkdocs-material (on Debian, apt install mkdocs-material)",
    },
    next: "/next",
  },
];
