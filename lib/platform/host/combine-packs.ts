import "server-only";
import { git } from "./git.ts";

/** A bare repository, and the folder with the git configuration. */
interface Place {
  folder: string;
  home: string;
}

/** Packs and single objects above which they are combined. A job adds a pack and a few objects. */
const LIMITS = { packs: 50, objects: 1_000 };

/**
 * Combines a repository's packs and single objects if there are many, because each git command opens
 * every pack. Keeps all objects, unlike garbage collection: closed pull requests show their commits.
 * @throws {GitFailed} if git is older than 2.32
 */
export async function combinePacks({ folder, home }: Place, limits = LIMITS): Promise<void> {
  const counts = await git(["count-objects", "-v"], { folder, home });
  const countOf = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(counts)?.[1]);
  if (countOf("packs") <= limits.packs && countOf("count") <= limits.objects) return;
  await git(["repack", "-d", "--quiet", "--geometric=2"], { folder, home });
}
