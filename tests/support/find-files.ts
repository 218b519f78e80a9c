import { docsRules } from "../../lib/contract/api/docs-rules.ts";
import type { DocsSource } from "../../lib/docs-site/docs-map.ts";
import { readDocsMap } from "../../lib/docs-site/read-docs-map.ts";
import type { DocsRepository } from "../../lib/platform/host/clone.ts";
import { listFiles, readBlobs } from "../../lib/platform/host/docs-files.ts";
import type { FindFiles } from "../../lib/platform/jobs/job-pages.ts";
import { resolveAll } from "../../lib/services/docs-services.ts";

/** The rules of a project that says nothing about its documentation. */
export const NO_RULES = { rules: docsRules.parse({}), siteAddress: "" };

/** Finds files of a repository by the rules of a project that says nothing. */
export function findFilesOf(repository: DocsRepository): FindFiles {
  return async (_projectId, commit, addresses) => {
    const clone = await repository.clone();
    const files = await listFiles(clone, commit);
    return filesFor({ files, read: (wanted) => readBlobs(clone, wanted) }, addresses);
  };
}

/** Finds no files, for tests without jobs. */
export const findNoFiles: FindFiles = async (_projectId, _commit, addresses) =>
  addresses.map(() => null);

export async function filesFor(
  source: DocsSource,
  addresses: readonly string[],
): Promise<(string | null)[]> {
  const map = await readDocsMap(source, NO_RULES);
  return (await resolveAll(map, addresses)).map(({ file }) => file);
}
