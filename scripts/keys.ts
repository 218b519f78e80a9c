import "./runtime.ts";
import { parseArgs } from "node:util";
import {
  CommandError,
  findProject,
  type Platform,
  type RecordAction,
  runOnPlatform,
} from "./command.ts";

const USAGE = `npm run keys -- create --project ID [--name NAME]   create a key and print it
npm run keys -- list                                list all keys
npm run keys -- revoke ID                           revoke a key by its ID`;

await runOnPlatform(async (platform, parameters, record) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { project: { type: "string" }, name: { type: "string" } },
  });
  const [command, id, ...rest] = positionals;
  if (command === "create" && id === undefined) {
    return create(platform, record, values.project, values.name ?? "Command line");
  }
  if (command === "list" && id === undefined) return list(platform);
  if (command === "revoke" && id !== undefined && rest.length === 0)
    return revoke(platform, record, id);
  throw new CommandError(USAGE);
});

/** Prints only the key to standard output, so that `KEY=$(npm run -s keys -- create …)` works. */
async function create(
  platform: Platform,
  record: RecordAction,
  project: string | undefined,
  name: string,
): Promise<number> {
  const projectId = await findProject(platform, project);
  const created = await platform.keys.create(projectId, name, (key) =>
    record("created the API key", `${key.name} (${key.hint}) of ${projectId}`),
  );
  console.error(
    `Created the key "${created.name}" for project ${created.projectId}. Copy it now; it isn't shown again:`,
  );
  console.log(created.key);
  return 0;
}

async function list(platform: Platform): Promise<number> {
  const rows = [["ID", "PROJECT", "NAME", "HINT", "CREATED", "LAST USED", "REVOKED"]];
  for (const key of await allKeys(platform)) {
    const times = [key.createdAt, key.lastUsedAt, key.revokedAt].map(timeOf);
    rows.push([key.id, key.projectId, key.name, key.hint, ...times]);
  }
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
  return 0;
}

async function revoke(platform: Platform, record: RecordAction, id: string): Promise<number> {
  const key = (await allKeys(platform)).find((other) => other.id === id);
  if (!key)
    throw new CommandError(`The key ${id} doesn't exist. Find its ID with: npm run keys -- list`);
  await platform.keys.revoke(key.projectId, key.id, () =>
    record("revoked the API key", `${key.name} (${key.hint}) of ${key.projectId}`),
  );
  console.error(`Revoked the key "${key.name}" (${key.hint})`);
  return 0;
}

async function allKeys(platform: Platform) {
  const projects = await platform.projects();
  return (await Promise.all(projects.map(({ id }) => platform.keys.list(id)))).flat();
}

function timeOf(instant: number | null): string {
  return instant === null ? "–" : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
