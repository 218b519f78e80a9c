import "server-only";
import { runWithPauses } from "../../pause.ts";
import { AgentFailed } from "../agent/agent.ts";
import { changedFiles, isAbsent, SUBMODULE_MODE } from "../host/changed-files.ts";
import { type GitOptions, git, gitBytes } from "../host/git.ts";
import type { SecretFinder } from "./find-secrets.ts";
import { decodeText, longestLine } from "./long-text.ts";

/** Limits of one change. */
export const CHANGE_LIMITS = {
  files: 500,
  /** Total size of the added and changed files. */
  bytes: 20_000_000,
  /** Characters of an added line in a text file. */
  line: 100_000,
} as const;

interface ChangedBlobs {
  path: string;
  /** Blob IDs. Null where there is no file. */
  before: string | null;
  after: string | null;
}

/** File names in one message. */
const MAX_NAMES = 5;
const ADVICE = "Nothing was pushed.";

/**
 * Checks a change before it is pushed. Only what it adds counts: text that the file already contained
 * may stay.
 * @param place repository with the objects of both
 * @param from commit or tree that the agent started from
 * @param to tree with the agent's changes
 * @throws {AgentFailed} if it is too large or contains a secret; names the files, never the secret
 */
export async function checkChange(
  place: GitOptions,
  from: string,
  to: string,
  findSecrets: SecretFinder,
): Promise<void> {
  const files = await blobsOf(place, from, to);
  if (files.length > CHANGE_LIMITS.files) {
    throw new AgentFailed(
      `The agent changed ${count(files.length)} files, and the limit is ${CHANGE_LIMITS.files}. ${ADVICE} Ask for a smaller change.`,
    );
  }
  await checkSize(place, files);
  const secrets: string[] = [];
  for (const file of files) {
    secrets.push(...(await checkFile(place, file, findSecrets)));
  }
  if (secrets.length === 0) return;
  throw new AgentFailed(
    `The agent's change contains a secret: ${namesOf(secrets)}. ${ADVICE} Revoke the secret if it is real, and check what the agent has access to.`,
  );
}

/** Returns the files with their blobs: null where there is no file, or a submodule. */
async function blobsOf(place: GitOptions, from: string, to: string): Promise<ChangedBlobs[]> {
  const blob = (id: string, mode: string) => (isAbsent(id) || mode === SUBMODULE_MODE ? null : id);
  return (await changedFiles(place, from, to)).map(({ path, oldId, oldMode, id, mode }) => ({
    path,
    before: blob(oldId, oldMode),
    after: blob(id, mode),
  }));
}

async function checkSize(place: GitOptions, files: readonly ChangedBlobs[]): Promise<void> {
  const input = files.flatMap(({ after }) => (after === null ? [] : [`${after}\n`])).join("");
  const sizes = await git(["cat-file", "--batch-check=%(objectsize)"], { ...place, input });
  const bytes = sizes.split("\n").reduce((sum, size) => sum + Number(size), 0);
  if (bytes <= CHANGE_LIMITS.bytes) return;
  const [size, limit] = [bytes, CHANGE_LIMITS.bytes].map((each) => Math.ceil(each / 1e6));
  throw new AgentFailed(
    `The files that the agent changed add up to ${size} MB, and the limit is ${limit} MB. ${ADVICE} Ask for a smaller change.`,
  );
}

/** Returns one description per secret that the file's name or content gained. */
async function checkFile(
  place: GitOptions,
  { path, before, after }: ChangedBlobs,
  findSecrets: SecretFinder,
): Promise<string[]> {
  if (after === null) return [];
  const inName = new Set((await runWithPauses(findSecrets(path))).values());
  // The name isn't shown: it holds the secret.
  if (inName.size > 0) return [...inName].map((what) => `a file name contains ${what}`);
  const content = await textOf(place, after);
  const secrets = await runWithPauses(findSecrets(content));
  const longest = await runWithPauses(longestLine(content));
  const isLong = longest > CHANGE_LIMITS.line;
  if (secrets.size === 0 && !isLong) return [];
  const old = before === null ? "" : await textOf(place, before);
  if (isLong && (await runWithPauses(longestLine(old))) <= CHANGE_LIMITS.line) {
    throw new AgentFailed(
      `${path} has a line of ${count(longest)} characters, and the limit is ${count(CHANGE_LIMITS.line)}. ${ADVICE} Ask for shorter lines.`,
    );
  }
  // Looking for each of many secrets in a long text would take the product of both.
  const known = await runWithPauses(findSecrets(old));
  const added = [...secrets].filter(([value]) => !known.has(value));
  return [...new Set(added.map(([, what]) => `${path} contains ${what}`))];
}

async function textOf(place: GitOptions, blob: string): Promise<string> {
  return runWithPauses(decodeText(await gitBytes(["cat-file", "blob", blob], place)));
}

function namesOf(descriptions: readonly string[]): string {
  const shown = descriptions.slice(0, MAX_NAMES).join(", ");
  const more = descriptions.length - MAX_NAMES;
  return more > 0 ? `${shown}, and ${more} more` : shown;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
