import "server-only";
import { createPause } from "../pause.ts";
import { MAX_FRONT_MATTER } from "../text/yaml.ts";
import type { DocsSource } from "./docs-map.ts";
import type { PlannedSite } from "./find-sites.ts";
import { type FrontMatter, frontMatterOf } from "./front-matter.ts";
import type { Collection } from "./generators/generator.ts";
import { parentOf, type TreeFile } from "./tree.ts";

/** A page of a site. */
export interface Page {
  site: PlannedSite;
  /** The file to edit, also behind a link. */
  file: string;
  /** The file or link at the place of the page. */
  path: string;
  /** Without the site's base path, the published one first. */
  addresses: readonly string[];
}

/** Most bytes of pages that are read for their front matter: in all, and at once. */
const MAX_BYTES = 64 * 1_024 * 1_024;
const BATCH_BYTES = 4 * 1_024 * 1_024;
const BATCH_FILES = 500;

interface Ruled {
  site: PlannedSite;
  collection: Collection;
}

interface Candidate {
  file: TreeFile;
  rules: readonly Ruled[];
}

/** Returns the pages of all sites. Front matter is read where addresses depend on it. */
export async function pagesOf(source: DocsSource, sites: readonly PlannedSite[]): Promise<Page[]> {
  const byFolder = Map.groupBy(
    sites.flatMap((site) => site.plan.collections.map((collection) => ({ site, collection }))),
    ({ collection }) => collection.folder,
  );
  const pages: Page[] = [];
  const pause = createPause();
  const add = ({ file, rules }: Candidate, matter: FrontMatter) => {
    for (const { site, collection } of rules) {
      const addresses = addressesIn(collection, file, matter);
      if (addresses.length === 0) continue;
      pages.push({ site, file: file.target ?? file.path, path: file.path, addresses });
    }
  };
  const unread: Candidate[] = [];
  for (const file of source.files) {
    const rules = innermost(byFolder, file.path);
    // A file without an address is no page, even with front matter.
    const isRead = rules.some(
      ({ collection }) =>
        collection.keys.length > 0 && addressesIn(collection, file, {}).length > 0,
    );
    if (isRead) unread.push({ file, rules });
    else add({ file, rules }, {});
    await pause();
  }
  let left = MAX_BYTES;
  for (const batch of batchesOf(unread)) {
    const readable = batch.filter(({ file }) => {
      const fits = file.size <= Math.min(left, BATCH_BYTES);
      if (fits) left -= file.size;
      return fits;
    });
    const contents = await source.read(readable.map(({ file }) => file));
    const contentOf = new Map(readable.map((candidate, at) => [candidate, contents[at]]));
    for (const candidate of batch) {
      const content = contentOf.get(candidate);
      add(candidate, content ? matterOf(content, candidate.rules) : {});
      await pause();
    }
  }
  return pages;
}

function matterOf(content: Buffer, rules: readonly Ruled[]): FrontMatter {
  const start = content.subarray(0, MAX_FRONT_MATTER);
  const matter = frontMatterOf(
    start,
    rules.flatMap(({ collection }) => collection.keys),
  );
  const isTitled = rules.some(({ collection }) => collection.titled) && !("title" in matter);
  const heading = isTitled ? /^# (.{1,300})$/m.exec(start.toString("utf8"))?.[1] : undefined;
  return heading === undefined ? matter : { ...matter, title: heading };
}

function addressesIn(collection: Collection, { path }: TreeFile, matter: FrontMatter) {
  const { folder } = collection;
  return collection.addressesOf(folder === "" ? path : path.slice(folder.length + 1), matter);
}

/** Returns the rules of the innermost folder that has any. Those of weak sites count where no others do. */
function innermost(byFolder: ReadonlyMap<string, Ruled[]>, path: string): readonly Ruled[] {
  let weak: readonly Ruled[] = [];
  let folder = path;
  do {
    folder = parentOf(folder);
    const rules = byFolder.get(folder) ?? [];
    const strong = rules.filter(({ site }) => !site.generator.weak);
    if (strong.length > 0) return strong;
    if (weak.length === 0) weak = rules;
  } while (folder !== "");
  return weak;
}

function* batchesOf(candidates: readonly Candidate[]): Generator<Candidate[]> {
  let batch: Candidate[] = [];
  let bytes = 0;
  for (const candidate of candidates) {
    if (
      batch.length >= BATCH_FILES ||
      (batch.length > 0 && bytes + candidate.file.size > BATCH_BYTES)
    ) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(candidate);
    bytes += candidate.file.size;
  }
  if (batch.length > 0) yield batch;
}
