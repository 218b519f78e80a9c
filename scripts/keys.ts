import "./runtime.ts";
import { parseArgs } from "node:util";
import { CommandError, type Note, type Platform, projectNamed, runOnPlatform } from "./command.ts";

const USAGE = `npm run keys -- create --project ID [--name NAME]   make a key and print it
npm run keys -- list                                list all keys
npm run keys -- revoke ID                           end a key, by its id in the list`;

await runOnPlatform(async (platform, parameters, note) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { project: { type: "string" }, name: { type: "string" } },
  });
  const [command, id, ...rest] = positionals;
  if (command === "create" && id === undefined) {
    return create(platform, note, values.project, values.name ?? "Command line");
  }
  if (command === "list" && id === undefined) return list(platform);
  if (command === "revoke" && id !== undefined && rest.length === 0)
    return revoke(platform, note, id);
  throw new CommandError(USAGE);
});

/** Only the key goes to standard output, so that `KEY=$(npm run -s keys -- create …)` works. */
async function create(
  platform: Platform,
  note: Note,
  project: string | undefined,
  name: string,
): Promise<number> {
  const created = await platform.keys.create(await projectNamed(platform, project), name);
  await note("created the API key", `${created.name} (${created.hint}) of ${created.projectId}`);
  console.error(`Key "${created.name}" of project ${created.projectId}, shown this once:`);
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

async function revoke(platform: Platform, note: Note, id: string): Promise<number> {
  const key = (await allKeys(platform)).find((other) => other.id === id);
  if (!key) throw new CommandError(`There is no key ${id}. See npm run keys -- list.`);
  await platform.keys.revoke(key.projectId, key.id);
  await note("revoked the API key", `${key.name} (${key.hint}) of ${key.projectId}`);
  console.error(`Key "${key.name}" (${key.hint}) no longer opens anything.`);
  return 0;
}

async function allKeys(platform: Platform) {
  const projects = await platform.projects();
  return (await Promise.all(projects.map(({ id }) => platform.keys.list(id)))).flat();
}

function timeOf(instant: number | null): string {
  return instant === null ? "–" : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
