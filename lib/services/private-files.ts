import "server-only";
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Files that Errata creates in its data folder. Other programs' files there are left alone. */
const OWN_FILES =
  /^(?:(?:errata|platform)\.sqlite(?:-wal|-shm|-journal)?|dashboard\.key.*|server\.json|.*\.lock|backups|repository|worktrees)$/;

/**
 * Lets only this user read the data folder, in it what Errata created, and every file that this process
 * creates from now on. Databases hold readers' addresses and password hashes; earlier versions created
 * them readable for everyone.
 * @returns paths that belong to another user and stay as they are, such as a mounted volume
 */
export async function keepPrivate(dataDir: string): Promise<string[]> {
  process.umask(0o077);
  const entries = await readdir(/* turbopackIgnore: true */ dataDir, { withFileTypes: true });
  const own = entries.filter((entry) => OWN_FILES.test(entry.name) && !entry.isSymbolicLink());
  const paths = own.map(({ name }) => join(/* turbopackIgnore: true */ dataDir, name));
  // A folder with other folders in it, such as /var/lib, isn't Errata's alone.
  const isShared = entries.some((entry) => entry.isDirectory() && !OWN_FILES.test(entry.name));
  const kept = await Promise.all([...(isShared ? [] : [dataDir]), ...paths].map(restrict));
  return kept.filter((path) => path !== null);
}

/** Takes away the access of group and others. Returns the path if that isn't allowed. */
async function restrict(path: string): Promise<string | null> {
  try {
    const { mode } = await lstat(path);
    if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") return null;
    if (code === "EPERM" || code === "EROFS") return path;
    throw error;
  }
}
