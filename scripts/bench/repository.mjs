import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { withCheckout } from "../../lib/platform/host/checkout.ts";
import {
  branchTip,
  fetchOrigin,
  openRepository,
  pushBranch,
} from "../../lib/platform/host/clone.ts";
import { combinePacks } from "../../lib/platform/host/combine-packs.ts";
import { createCommit } from "../../lib/platform/host/commit.ts";
import { exitOnSignal } from "../setup/processes.mjs";

// Run with `npm run bench -- repository [jobs]`. Does what agent jobs do to the sample repository and to
// Errata's clone of it, and prints how many files and bytes they have.

const JOBS = 300;
const STEPS = 6;

const jobs = Number(process.argv[2] ?? JOBS);
exitOnSignal(() => 130);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-repository-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const repository = openRepository(parseConfig({ DATA_DIR: folder }));
const clone = await repository.clone();
const base = await repository.base();

/** @param {number} number */
async function runJob(number) {
  await fetchOrigin(clone);
  for (const place of [clone.folder, clone.origin]) await combinePacks({ ...clone, folder: place });
  const start = await branchTip(clone, base);
  if (start === null) throw new Error("The sample has no commits.");
  const commit = await withCheckout(clone, `job${number}`, start, async (checkout) => {
    writeFileSync(join(checkout.folder, `page-${number}.md`), `Changed by job ${number}\n`);
    const tree = await checkout.tree();
    await checkout.keep(tree);
    const message = `Job ${number}`;
    return createCommit(clone, systemClock, { tree, parents: [start], message });
  });
  await pushBranch(clone, { branch: `errata/job-${number}`, commit, expected: null });
}

/** @param {string} place */
function sizeOf(place) {
  const files = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  const bytes = files.reduce((sum, size) => sum + size, 0);
  return `${files.length} files, ${(bytes / 1_024).toFixed(0)} KiB`;
}

const report = () => `clone ${sizeOf(clone.folder)}; sample ${sizeOf(clone.origin)}`;
await fetchOrigin(clone);
console.log(`Before: ${report()}`);
let began = performance.now();
for (let number = 1; number <= jobs; number++) {
  await runJob(number);
  if (number % Math.ceil(jobs / STEPS) !== 0 && number !== jobs) continue;
  const milliseconds = (performance.now() - began) / Math.ceil(jobs / STEPS);
  console.log(`${number} jobs: ${report()}; ${milliseconds.toFixed(0)} ms of git per job`);
  began = performance.now();
}
