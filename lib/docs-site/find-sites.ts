import "server-only";
import type { DocsRules } from "../contract/api/docs-rules.ts";
import { createPause } from "../pause.ts";
import type { Generator, SitePlan } from "./generators/generator.ts";
import { GENERATORS } from "./generators/list.ts";
import { markdown } from "./generators/markdown.ts";
import { PAGE_END } from "./page-files.ts";
import { parentOf, type Tree } from "./tree.ts";

/** A site, and the file that it was recognized by. */
export interface PlannedSite {
  generator: Generator;
  recognizedBy: string | null;
  plan: SitePlan;
}

/** Most sites of a repository. */
const MAX_SITES = 100;
/** Folders in which repositories usually keep their pages, if not at their root. */
const USUAL_FOLDERS = ["docs", "doc", "documentation", "content", "website/docs", "site/docs"];
/** Sites in folders with these names are examples or tests. They count only if there are no others. */
const EXAMPLE =
  /(?:^|[/_.-])(?:examples?|samples?|fixtures?|tests?|e2e|templates?|demos?|playgrounds?|benchmarks?|starters?|blueprints?|mocks?|node_modules|vendor|third[_-]party)(?=[/_.-]|$)/i;

/** Whether a folder contains examples or tests. */
export function isExample(folder: string): boolean {
  return EXAMPLE.test(folder);
}

/** Finds the sites of a repository: those in the folders that the project names, or all that are recognized. */
export async function findSites(tree: Tree, rules: DocsRules): Promise<PlannedSite[]> {
  const recognized = await recognizedSites(tree, rules);
  if (rules.folders.length > 0) return sitesIn(rules.folders, recognized, tree, rules);
  const chosen = recognized.filter(
    ({ generator }) => rules.generator === null || generator.name === rules.generator,
  );
  return chosen.length > 0 ? chosen : sitesIn([usualFolder(tree)], [], tree, rules);
}

interface Mark {
  generator: Generator;
  folder: string;
  file: string;
}

async function recognizedSites(tree: Tree, rules: DocsRules): Promise<PlannedSite[]> {
  const marks = await marksOf(tree);
  const named = (folder: string) =>
    rules.folders.some((each) => isIn(each, folder) || isIn(folder, each));
  const isShown = ({ folder }: Mark) => isExample(folder) && !named(folder);
  const real = await plansOf(
    marks.filter((mark) => !isShown(mark)),
    tree,
    rules,
  );
  return real.length > 0 ? real : plansOf(marks.filter(isShown), tree, rules);
}

/** Returns one configuration file for each generator and folder, those near the root first. */
async function marksOf(tree: Tree): Promise<Mark[]> {
  const found = new Map<string, Mark>();
  const pause = createPause();
  for (const { path } of tree.files) {
    for (const [order, generator] of GENERATORS.entries()) {
      const match = generator.marks.exec(path);
      const folder = match?.[1] ?? match?.[2] ?? "";
      const key = `${order} ${folder}`;
      // A configuration file says more than a page that the site is recognized by.
      const known = found.get(key);
      if (match && (!known || path.length < known.file.length)) {
        found.set(key, { generator, folder, file: path });
      }
    }
    await pause();
  }
  const depth = ({ folder }: Mark) => (folder === "" ? 0 : folder.split("/").length);
  return [...found.values()].toSorted((one, other) => depth(one) - depth(other));
}

async function plansOf(
  marks: readonly Mark[],
  tree: Tree,
  rules: DocsRules,
): Promise<PlannedSite[]> {
  const sites: PlannedSite[] = [];
  const pause = createPause();
  for (const { generator, folder, file } of marks) {
    if (sites.length >= MAX_SITES) break;
    const plan = await generator.read({ tree, folder, mark: file, languages: rules.languages });
    if (plan && !sites.some((site) => site.generator === generator && isSame(site.plan, plan))) {
      sites.push({ generator, recognizedBy: file, plan });
    }
    await pause();
  }
  return sites;
}

/** Two configurations may be for the same pages. The one nearer to the root counts. */
function isSame(one: SitePlan, other: SitePlan): boolean {
  const folders = ({ collections }: SitePlan) => collections.map(({ folder }) => folder).join("\n");
  return folders(one) === folders(other);
}

/** Returns the sites of folders that the project names. */
async function sitesIn(
  folders: readonly string[],
  recognized: readonly PlannedSite[],
  tree: Tree,
  rules: DocsRules,
): Promise<PlannedSite[]> {
  const generator = GENERATORS.find(({ name }) => name === rules.generator);
  const sites = new Set<PlannedSite>();
  for (const folder of folders) {
    const known = recognized.filter(
      (site) => (!generator || site.generator === generator) && hasFolder(site, folder),
    );
    for (const site of known) sites.add(site);
    if (known.length > 0) continue;
    const chosen = generator ?? markdown;
    const place = { tree, folder, mark: null, languages: rules.languages };
    const plan = await chosen.read(place);
    if (plan) sites.add({ generator: chosen, recognizedBy: null, plan });
  }
  return [...sites];
}

/** Whether a site has pages in a folder, or is in it as a whole. */
function hasFolder({ plan, recognizedBy }: PlannedSite, folder: string): boolean {
  if (recognizedBy !== null && folder !== "" && isIn(parentOf(recognizedBy), folder)) return true;
  return plan.collections.some(
    (each) =>
      isIn(each.folder, folder) ||
      (folder !== "" && isIn(folder, each.folder) && each.folder !== ""),
  );
}

function isIn(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function usualFolder(tree: Tree): string {
  const usual = USUAL_FOLDERS.filter((folder) => tree.hasFolder(folder));
  const withPages = usual.find((folder) =>
    tree.files.some(({ path }) => path.startsWith(`${folder}/`) && PAGE_END.test(path)),
  );
  return withPages ?? "";
}
