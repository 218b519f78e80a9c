import "server-only";
import SQLite from "better-sqlite3";

/**
 * More pages than any file has, so that the rest is copied in one step, which other writers can't
 * restart.
 */
const ALL_PAGES = 2 ** 31 - 1;
/** Pages copied in one step, which blocks this process: about 16 MB. */
const SOME_PAGES = 4_000;

/**
 * Copies a SQLite file, as of one moment, while others read and write it.
 * @param options.inSteps lets this process answer meanwhile. Writes of other processes start the copy over, at most once
 */
export async function copySqlite(
  file: string,
  target: string,
  { inSteps = false } = {},
): Promise<void> {
  const source = new SQLite(file, { readonly: true, timeout: 10_000 });
  let copied = 0;
  const progress = ({ totalPages }: SQLite.BackupMetadata) => {
    copied += SOME_PAGES;
    return inSteps && copied <= totalPages ? SOME_PAGES : ALL_PAGES;
  };
  try {
    await source.backup(target, { progress });
  } finally {
    source.close();
  }
}
