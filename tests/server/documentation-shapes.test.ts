import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createLog } from "../../lib/log.ts";
import { createDocsFiles } from "../../lib/platform/host/docs-files.ts";
import { findPages } from "../../lib/platform/jobs/job-pages.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { createDocsMaps } from "../../lib/services/docs-maps.ts";
import { fileFinder } from "../../lib/services/docs-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";
import { type Contents, documentationOf } from "../support/documentation.ts";
import { mirrored } from "../support/feedback.ts";
import { documentedFeedback } from "../support/feedback-services.ts";
import { gitIn } from "../support/repository.ts";
import { isThorough } from "../support/thorough.ts";
import { branchesOf, openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

/** A repository, and the file that each address in feedback leads to. */
interface Shape {
  name: string;
  contents: Contents;
  pages: Record<string, string>;
  siteAddress?: string;
  /** Whether the job runs in every run of the tests. */
  hasJob?: true;
}

const WRONG = "Water the fern evry week.\n";
const COMMENT = '"evry" should be "every"';

const SHAPES: Shape[] = [
  {
    name: "pages in docs beside others with the same names",
    contents: {
      "README.md": `# Ferns\n\n${WRONG}`,
      "docs/index.md": `# Handbook\n\n${WRONG}`,
      "docs/care/light.md": `# Light\n\n${WRONG}`,
      "care/light.md": `# Notes\n\n${WRONG}`,
    },
    pages: { "/": "docs/index.md", "/care/light": "docs/care/light.md" },
    hasJob: true,
  },
  {
    name: "line ends of another system",
    contents: { "docs/soil.md": `# Soil\r\n\r\n${WRONG.replace("\n", "\r\n")}Two.\r\n` },
    pages: { "/soil": "docs/soil.md" },
  },
  {
    name: "a site in a subfolder",
    contents: {
      "README.md": "# Ferns\n",
      "handbook/src/content/docs/first-fern.md": `---\ntitle: First fern\n---\n\n${WRONG}`,
    },
    pages: { "/first-fern/": "handbook/src/content/docs/first-fern.md" },
  },
  {
    name: "a book",
    contents: {
      "manual/book.toml": '[book]\ntitle = "Ferns"\n',
      "manual/src/SUMMARY.md": "# Summary\n\n- [Potting](potting.md)\n",
      "manual/src/potting.md": `# Potting\n\n${WRONG}`,
    },
    pages: { "/potting.html": "manual/src/potting.md" },
  },
  {
    name: "prefixes of order and slugs",
    contents: {
      "docs/01-basics/02-light.md": `# Light\n\n${WRONG}`,
      "docs/spores.mdx": `---\nslug: /growing\n---\n\n${WRONG}`,
    },
    pages: { "/docs/basics/light": "docs/01-basics/02-light.md", "/growing": "docs/spores.mdx" },
  },
  {
    name: "addresses that begin with the folder",
    contents: { "docs/care/light.md": `# Light\n\n${WRONG}` },
    pages: { "/docs/care/light": "docs/care/light.md" },
  },
  {
    name: "pages that are symbolic links",
    contents: {
      "README.md": `# Ferns\n\n${WRONG}`,
      "NEWS.md": `# News\n\n${WRONG}`,
      "docs/index.md": { link: "../README.md" },
      "docs/news.md": { link: "../NEWS.md" },
      "docs/light.md": "# Light\n",
    },
    pages: { "/": "README.md", "/news": "NEWS.md" },
    hasJob: true,
  },
  {
    name: "words that are in links as well",
    contents: {
      "docs/soil.md": `# Soil\n\n${WRONG}See [the source](https://ferns.example/soil).\n`,
    },
    pages: { "/soil": "docs/soil.md" },
  },
  {
    name: "words over several lines",
    contents: { "docs/soil.md": `# Soil\n\nBefore you pot it, you\nhave to wait. ${WRONG}` },
    pages: { "/soil": "docs/soil.md" },
  },
  {
    name: "headings with IDs",
    contents: { "docs/soil.md": `# Soil\n\n## Mix it {#mixing-soil}\n\n${WRONG}` },
    pages: { "/soil#mixing-soil": "docs/soil.md" },
  },
  {
    name: "a base path",
    contents: { "docs/soil.md": `# Soil\n\n${WRONG}` },
    pages: { "/greenhouse/soil": "docs/soil.md" },
    siteAddress: "https://ferns.example/greenhouse",
  },
];

describe("feedback on documentation with", () => {
  let store: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    store = await openTestStore({ name: "sqlite" }, "documentation-shapes");
  });
  afterAll(() => store.close());

  /** Opens everything that decides about a project's files on one repository. */
  async function open(origin: string) {
    let docs: ReturnType<typeof docsOf> | undefined;
    const settings = createSettingsStore({ database: store, clock: { now: () => 1 } });
    const findFiles = fileFinder(settings.read, (...given) => (docs ?? never()).maps.at(...given));
    const environment = { DOCS_REPOSITORY: origin };
    const shop = await openWorkshop({ environment, findFiles });
    docs = docsOf(shop, environment);
    const { docsFiles, ...own } = docs;
    /** Returns the files that a job finds for a prompt. */
    const filesOf = async (prompt: string) => {
      const commit = await docsFiles.head();
      const files = await docsFiles.list(commit);
      const find = (addresses: readonly string[]) => findFiles("docs", commit, addresses);
      const pages = await findPages(prompt, { files, find, known: [] });
      return pages.map(({ file }) => file);
    };
    return { ...shop, docs: own, filesOf };
  }

  function docsOf(shop: Workshop, environment: Record<string, string>) {
    const location = parseConfig({ DATA_DIR: shop.dataDir, ...environment }).docsRepository;
    const { repository } = shop.host;
    const clock = { now: () => Date.now() };
    const log = createLog("silent", () => []);
    const docsFiles = createDocsFiles({ repository, location, clock, log });
    const maps = createDocsMaps(docsFiles, 120_000);
    const platform = {
      docsFiles,
      collectKeys: null as never,
      pulls: null as never,
      projects: async () => [],
    };
    return { docsFiles, maps, ...documentedFeedback(store, platform, { maps }) };
  }

  test.each(SHAPES)("$name is shown and changed in the same files", async (shape) => {
    const { contents, pages, siteAddress = "" } = shape;
    const projectId = "docs";
    const origin = documentationOf(contents);
    const shop = await open(origin);
    try {
      const { feedback, settings } = shop.docs;
      await settings.change(projectId, { siteAddress });
      const items = Object.keys(pages).map((path, index) =>
        mirrored({ id: `${shape.name} ${index}`, path, comment: COMMENT }),
      );
      await store.query.transaction().execute((trx) => upsertFeedback(trx, projectId, items, 1));
      const ids = items.map(({ entry }) => entry.id);
      const shown = await Promise.all(ids.map((id) => feedback.itemPage(projectId, id)));
      expect(shown.map(({ file, tried }) => file?.path ?? tried)).toEqual(Object.values(pages));
      for (const { passage } of shown) expect(passage?.html).toContain("evry");

      const evidence = await feedback.evidence(projectId, ids);
      const prompt = draftPrompt(evidence, { token: "0123456789abcdef" });
      for (const file of Object.values(pages)) expect(prompt).toContain(`\nFile: ${file}\n`);
      // A prompt of an API client names no files.
      const [address = ""] = Object.keys(pages).filter((path) => path !== "/");
      const free = await shop.filesOf(`Fix ${address}: ${COMMENT}`);
      expect(free).toEqual([pages[address]]);
      // A job takes a hundred times as long as everything before it.
      if (!isThorough && !shape.hasJob) return;
      shop.jobs.start();
      const job = await runJob(shop.jobs, prompt);
      const report = await shop.jobs.report(projectId, job.id);
      expect(report?.failure ?? "").toBe("");
      expect(report?.pages.map(({ file }) => file).toSorted()).toEqual(
        Object.values(pages).toSorted(),
      );
      const branch = branchesOf(origin).find((name) => name.startsWith("errata/")) ?? "";
      const changed = gitIn(origin, "diff", "--name-only", "main", branch).split("\n");
      expect(changed.toSorted()).toEqual(Object.values(pages).toSorted());
      for (const file of changed) {
        const before = gitIn(origin, "show", `main:${file}`);
        expect(gitIn(origin, "show", `${branch}:${file}`)).toBe(before.replace("evry", "every"));
      }
    } finally {
      await shop.close();
      rmSync(origin, { recursive: true });
    }
  });
});

function never(): never {
  throw new Error("a job ran before everything was open");
}
