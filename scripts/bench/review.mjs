import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { browserArguments, ensureBrowser, findBrowser } from "../setup/browser.mjs";
import { build, isBuilt, sourcesHash } from "../setup/build.mjs";
import { freePort } from "../setup/free-port.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { serve } from "../setup/serve.mjs";
import { waitForSync } from "./platform.mjs";
import { openReview } from "./review-page.mjs";
import { table } from "./table.mjs";

// Run with the pinned Node: `npm run bench -- review`. An agent changes 500 files in one job, and a page of 5,000 lines in
// another. Both pull requests are opened and read in a browser: how long tasks take there, and how long the server's event
// loop is blocked meanwhile.

const FILES = 500;
const LINES = 5_000;
/** Milliseconds of a task that people notice, and in which a pull request opens. */
const LONG_TASK = 50;
const OPEN = 2_000;
const JOB_TIMEOUT = 120_000;

const WORDS =
  "Send the access token with each request so that the relay knows which project it belongs to and keep it secret".split(
    " ",
  );

/** @param {number} from @param {number} count */
const sentence = (from, count) =>
  `${Array.from({ length: count }, (_, at) => WORDS[(from * 7 + at * 5) % WORDS.length]).join(" ")} ${from}.`;

/** The lines of a page with headings, paragraphs, lists, tables, and code. @param {number} lines @param {number} seed */
function pageOf(lines, seed) {
  const parts = ["---", `title: Page ${seed}`, "---", ""];
  for (let at = 0; parts.length < lines; at += 1) {
    parts.push(`## Section ${at}`, "", sentence(seed + at, 18), "");
    parts.push(...Array.from({ length: 5 }, (_, item) => `- ${sentence(seed + at + item, 9)}`), "");
    parts.push("```ts", `const value${at} = await relay.send(${seed});`, "```", "");
    parts.push("| Name | Meaning |", "|---|---|", `| key${at} | ${sentence(at, 6)} |`, "");
    parts.push(
      `See [section ${at}](#section-${at}) and \`relay.send\`. ${sentence(at + 3, 22)}`,
      "",
    );
  }
  return `${parts.slice(0, lines).join("\n")}\n`;
}

/** Changes every file, or a word of the long page in every hundredth line: what the prompt says. */
const AGENT = `
const { readFileSync, readdirSync, writeFileSync } = require("fs");
const prompt = readFileSync(0, "utf8");
const edit = (file, every) => {
  const lines = readFileSync(file, "utf8").split("\\n");
  const changed = lines.map((line, at) => at % every === every - 1 ? line.replace(/token|project|request/, "changed") + " More." : line);
  writeFileSync(file, changed.join("\\n"));
};
if (prompt.includes("every page")) for (const name of readdirSync("pages")) edit("pages/" + name, 20);
else edit("reference.md", 100);
`;

exitOnSignal(() => 130);
await ensureBrowser();
const distDir = process.env.ERRATA_DIST_DIR ?? ".next";
const hash = sourcesHash();
if (!isBuilt(distDir, hash)) await build(distDir, hash);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-review-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const control = await freePort();
const server = await serve({
  host: "127.0.0.1",
  port: await freePort(),
  distDir,
  env: {
    NODE_OPTIONS: `--import=${new URL("./watched-server.mjs", import.meta.url).href}`,
    BENCH_PORT: String(control),
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: "",
    PUBLIC_URL: "",
    PLATFORM_URL: "",
    DOCS_REPOSITORY: createRepository(folder),
    LOG_LEVEL: "error",
    AGENT_COMMAND: agentCommand(folder),
    AGENT_SANDBOX: "off",
    LOCAL_KEY: "off",
  },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: browserArguments,
});
let isOver = false;
try {
  await waitForSync(server.url);
  const [many, long] = [
    await createPull("Correct a word on every page, also on /reference."),
    await createPull("Correct a word on /reference."),
  ];
  const blocked = async () => (await (await fetch(`http://127.0.0.1:${control}`)).json()).own;
  // The server compiles its code.
  await openReview(browser, long, blocked);
  const first = await openReview(browser, many, blocked);
  const second = await openReview(browser, long, blocked);
  const measures = [
    {
      name: `${FILES} files, until the first change is shown`,
      value: first.opened,
      unit: "ms",
      target: OPEN,
    },
    ...first.tasks.flatMap((each) => taskMeasures(`${FILES} files`, each)),
    ...second.tasks.flatMap((each) => taskMeasures(`${LINES.toLocaleString("en")} lines`, each)),
  ];
  isOver = measures.some(({ value, target }) => value > target);
  console.log(table(measures));
} finally {
  await browser.close();
  await server.stop();
}
process.exit(isOver ? 1 : 0);

/** @param {string} what @param {import("./review-page.mjs").Tasks} tasks */
function taskMeasures(what, { name, browser: longest, server: own }) {
  return [
    { name: `${what}, ${name}: longest task`, value: longest, unit: "ms", target: LONG_TASK },
    { name: `${what}, ${name}: server blocked`, value: own, unit: "ms", target: LONG_TASK },
  ];
}

/** @param {string} place @returns {string} a bare repository with 500 pages and a long one */
function createRepository(place) {
  const [origin, work] = [join(place, "docs.git"), join(place, "work")];
  mkdirSync(join(work, "pages"), { recursive: true });
  for (let at = 0; at < FILES; at += 1) {
    writeFileSync(join(work, "pages", `page-${at}.md`), pageOf(60, at));
  }
  writeFileSync(join(work, "reference.md"), pageOf(LINES, 1));
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.org", ...args], {
      cwd: work,
      stdio: "ignore",
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "First");
  git("clone", "-q", "--bare", work, origin);
  return origin;
}

/** @param {string} place */
function agentCommand(place) {
  const file = join(place, "agent.cjs");
  writeFileSync(file, AGENT);
  return `${process.execPath} ${file}`;
}

/** Creates a job, allows its change, and returns the address of its page. @param {string} prompt */
async function createPull(prompt) {
  const call = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const options = body && {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${server.url}/api/projects/docs${path}`, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { feedback } = await call("/feedback?status=pending&limit=50");
  const feedbackIds = feedback.map((/** @type {{ id: string }} */ { id }) => id);
  const { job } = await call("/jobs", { intentKey: crypto.randomUUID(), prompt, feedbackIds });
  const until = Date.now() + JOB_TIMEOUT;
  while (Date.now() < until) {
    const { job: now } = await call(`/jobs/${job.id}`);
    if (now.prState === "open") return `${server.url}/docs/jobs/${job.id}`;
    if (now.isHeld) {
      const { version } = (await call(`/jobs/${job.id}/held`)).diff;
      await call(`/jobs/${job.id}/held`, { decision: "allow", version });
    }
    await delay(500);
  }
  throw new Error("The job has no pull request.");
}
