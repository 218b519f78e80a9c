// The agent of `browser/acceptance`. What it does depends on the page that its prompt names.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** A file that lets it go on when it has its problems back. */
const [, , goOn = ""] = process.argv;

const say = (errata: object) => console.log(JSON.stringify({ errata }));

function edit(path: string, ...replacements: [string, string][]): void {
  say({ activity: `Editing ${path}` });
  const before = readFileSync(path, "utf8");
  writeFileSync(
    path,
    replacements.reduce((text, [from, to]) => text.replace(from, to), before),
  );
}

/** Does half of its work, and goes on until it is stopped. */
function install(): void {
  say({ activity: "Reading guides/install.md" });
  appendFileSync("guides/install.md", "Half of the steps.\n");
  process.on("SIGINT", () => {
    say({ usage: { input: 1200, output: 34 }, cost_usd: 0.25, summary: "Wrote some steps." });
    process.exit(1);
  });
  setInterval(() => {}, 1_000);
}

/** Changes a workflow besides its page. */
function deploy(): void {
  appendFileSync("guides/deploy.md", "Check the site before.\n");
  mkdirSync(".github/workflows", { recursive: true });
  writeFileSync(".github/workflows/check.yml", "on: push\n");
  say({ summary: "Added a step and a workflow." });
}

/** Misspells a word, and changes what no one asked for. */
function tokens(): void {
  edit("guides/tokens.md", ["30 days.", "90 days.\nRotate teh token before that."]);
  appendFileSync("guides/tokens.md", "Ask support for more tokens.\n");
  say({ summary: "Corrected how long tokens last." });
}

function correctSpelling(): void {
  const wait = setInterval(() => {
    if (!existsSync(goOn)) return;
    clearInterval(wait);
    edit("guides/tokens.md", ["teh", "the"]);
  }, 50);
}

function answerReview(): void {
  edit(
    "guides/tokens.md",
    ["90 days.\nRotate the token before that.", "90 days without use."],
    ["relay token create", "relay tokens create"],
  );
  say({ summary: "Did what the review asks for." });
}

const [first = "", ...followUps] = readFileSync(0, "utf8").split("# New prompt");
const last = followUps.at(-1);
if (last?.includes("Fix the new problems")) correctSpelling();
else if (last !== undefined) answerReview();
else if (first.includes("/guides/install")) install();
else if (first.includes("/guides/deploy")) deploy();
else tokens();
