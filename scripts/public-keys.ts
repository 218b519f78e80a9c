import { CommandError, findProject, type Platform, type RecordAction } from "./command.ts";
import { printTable, timeText } from "./print-table.ts";

/** Options of `npm run keys -- create --collect`. */
export interface WantedPublicKey {
  project?: string;
  name?: string;
  origin?: string[];
  rule?: string[];
  challenge?: boolean;
}

/** Creates a public key and prints only the key to standard output. */
export async function createPublicKey(
  platform: Platform,
  record: RecordAction,
  wanted: WantedPublicKey,
): Promise<number> {
  const { origin: origins = [], rule: paths = [], name = "Command line" } = wanted;
  if (origins.length === 0) {
    throw new CommandError(
      "Name the sites that may use the key: --origin https://docs.example.com",
    );
  }
  const projectId = await findProject(platform, wanted.project);
  const { challenge } = wanted;
  const created = await platform.collectKeys.create(
    projectId,
    { name, origins, paths, challenge },
    (key) => record("created the public key", `${key.name} (${key.key}) of ${projectId}`),
  );
  console.error(`Created the public key "${name}" for project ${projectId}:`);
  console.log(created.key);
  return 0;
}

/** Prints the public keys of all projects. */
export async function listPublicKeys(platform: Platform): Promise<void> {
  const keys = await publicKeys(platform);
  if (keys.length === 0) return;
  const use = ["CHALLENGE", "RECEIVED", "LAST", "DISABLED"];
  const rows = [["PUBLIC KEY", "PROJECT", "NAME", "ORIGINS", ...use]];
  for (const { key, projectId, name, origins, challenge, received, ...each } of keys) {
    const times = [each.lastReceivedAt, each.disabledAt].map(timeText);
    const counts = [challenge ? "on" : "off", String(received)];
    rows.push([key, projectId, name, origins.join(" "), ...counts, ...times]);
  }
  console.log();
  printTable(rows);
}

/** Switches the challenge of a public key on or off. */
export async function switchChallenge(
  platform: Platform,
  record: RecordAction,
  key: string,
  on: boolean,
): Promise<number> {
  const { projectId, name } = await publicKey(platform, key);
  const state = on ? "on" : "off";
  await platform.collectKeys.setChallenge(projectId, key, on, () =>
    record(`turned ${state} the challenge for`, `${name} (${key}) of ${projectId}`),
  );
  console.error(`Turned ${state} the challenge for "${name}" (${key})`);
  return 0;
}

/** Disables a public key. */
export async function disablePublicKey(
  platform: Platform,
  record: RecordAction,
  key: string,
): Promise<number> {
  const found = await publicKey(platform, key);
  await platform.collectKeys.disable(found.projectId, key, () =>
    record("disabled the public key", `${found.name} (${key}) of ${found.projectId}`),
  );
  console.error(`Disabled the public key "${found.name}" (${key})`);
  return 0;
}

async function publicKey(platform: Platform, key: string) {
  const found = (await publicKeys(platform)).find((other) => other.key === key);
  if (found) return found;
  throw new CommandError(`The key ${key} doesn't exist. Find it with: npm run keys -- list`);
}

async function publicKeys(platform: Platform) {
  const projects = await platform.projects();
  return (await Promise.all(projects.map(({ id }) => platform.collectKeys.list(id)))).flat();
}
