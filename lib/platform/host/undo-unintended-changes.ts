import "server-only";
import { AgentFailed } from "../agent/agent.ts";
import { type ChangedFile, changedFiles } from "./changed-files.ts";
import { type GitOptions, git, gitBytes } from "./git.ts";
import { type FormatChange, undoFormatChanges } from "./undo-format-changes.ts";

/** An agent's change after accidental changes were undone, and one sentence per kind of what was undone. */
export interface IntendedChange {
  tree: string;
  undone: string[];
}

type Reason = FormatChange | "file mode" | "Git LFS";

/** Bytes of a file that is compared, and of the files that are read at once. Larger files stay as they are. */
const MAX_FILE = 4_000_000;
const MAX_BATCH = 16_000_000;
/** File names in one sentence. */
const MAX_NAMES = 5;

/**
 * Undoes what a tool changed besides words: see `undoFormatChanges`, and file modes. A file in Git LFS stays a pointer,
 * because its content isn't stored in the repository.
 * @param options the index and the object folder to write to
 * @throws {GitFailed} @throws {AgentFailed}
 */
export async function undoUnintendedChanges(
  options: GitOptions,
  start: string,
  tree: string,
): Promise<IntendedChange> {
  const isRegular = (mode: string) => mode.startsWith("100");
  const files = (await changedFiles(options, start, tree, "M")).filter(
    ({ oldMode, mode }) => isRegular(oldMode) && isRegular(mode),
  );
  const reasons = new Map<Reason, string[]>();
  const entries: string[] = [];
  for (const batch of await batchesOf(options, files)) {
    const contents = await readObjects(
      options,
      batch.flatMap(({ oldId, id }) => [oldId, id]),
    );
    for (const [at, file] of batch.entries()) {
      const [before, now] = contents.slice(2 * at, 2 * at + 2);
      if (!before || !now) throw new AgentFailed("git couldn't read what the agent wrote.");
      const meant = await meantFile(options, file, before, now);
      if (meant.reasons.length === 0) continue;
      entries.push(`${file.oldMode} ${meant.id}\t${file.path}\0`);
      for (const reason of meant.reasons)
        reasons.set(reason, [...(reasons.get(reason) ?? []), file.path]);
    }
  }
  if (entries.length === 0) return { tree, undone: [] };
  await git(["update-index", "-z", "--index-info"], { ...options, input: entries.join("") });
  const undone = [...reasons].map(([reason, paths]) => sentence(reason, paths));
  return { tree: (await git(["write-tree"], options)).trim(), undone };
}

async function meantFile(
  options: GitOptions,
  { oldId, id, oldMode, mode }: ChangedFile,
  before: Buffer,
  now: Buffer,
): Promise<{ id: string; reasons: Reason[] }> {
  const reasons: Reason[] = mode === oldMode ? [] : ["file mode"];
  if (oldId === id) return { id, reasons };
  if (isPointer(before) && !isPointer(now)) return { id: oldId, reasons: [...reasons, "Git LFS"] };
  const { bytes, undone } = undoFormatChanges(before, now);
  if (undone.length === 0) return { id, reasons };
  const kept = bytes.equals(before)
    ? oldId
    : (await git(["hash-object", "-w", "--stdin"], { ...options, input: bytes })).trim();
  return { id: kept, reasons: [...reasons, ...undone] };
}

/** Groups files so that each group can be read at once, and leaves out large ones. */
async function batchesOf(
  options: GitOptions,
  files: readonly ChangedFile[],
): Promise<ChangedFile[][]> {
  const input = files.flatMap(({ oldId, id }) => [`${oldId}\n`, `${id}\n`]).join("");
  const sizes = (await git(["cat-file", "--batch-check=%(objectsize)"], { ...options, input }))
    .split("\n")
    .map(Number);
  const batches: ChangedFile[][] = [];
  let room = 0;
  for (const [at, file] of files.entries()) {
    const size = (sizes[2 * at] ?? 0) + (sizes[2 * at + 1] ?? 0);
    if (size > 2 * MAX_FILE) continue;
    if (size > room) {
      batches.push([]);
      room = MAX_BATCH;
    }
    room -= size;
    batches.at(-1)?.push(file);
  }
  return batches;
}

/** Returns the contents of objects. Each follows a line with its ID, type, and size, and ends with a line break. */
export async function readObjects(options: GitOptions, ids: readonly string[]): Promise<Buffer[]> {
  const input = ids.map((id) => `${id}\n`).join("");
  const output = await gitBytes(["cat-file", "--batch"], { ...options, input });
  const contents: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const from = output.indexOf("\n", at) + 1;
    const size = Number(output.toString("latin1", at, from).split(" ")[2]);
    contents.push(output.subarray(from, from + size));
    at = from + size + 1;
  }
  return contents;
}

function isPointer(content: Buffer): boolean {
  return (
    content.subarray(0, 43).toString("latin1") === "version https://git-lfs.github.com/spec/v1\n"
  );
}

function sentence(reason: Reason, paths: readonly string[]): string {
  if (reason === "Git LFS")
    return `Undone: the new content of ${shownPaths(paths)}, because only a pointer to it is in the repository (Git LFS)`;
  return `Undone: the changed ${reason} of ${shownPaths(paths)}`;
}

/** Returns the first paths for a sentence, and how many more there are. */
export function shownPaths(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMES;
  const names = paths.slice(0, MAX_NAMES).map((path) => JSON.stringify(path).slice(1, -1));
  return `${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
