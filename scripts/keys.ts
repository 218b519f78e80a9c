import "./runtime.ts";
import { parseArgs } from "node:util";
import { KEY_SCOPES, type KeyScope } from "../lib/contract/api/key-scopes.ts";
import {
  CommandError,
  findProject,
  type Platform,
  type RecordAction,
  runOnPlatform,
} from "./command.ts";
import { printTable, timeText } from "./print-table.ts";
import {
  createPublicKey,
  disablePublicKey,
  listPublicKeys,
  switchChallenge,
} from "./public-keys.ts";

const USAGE = `npm run keys -- create --project ID [--name NAME] [--expires YYYY-MM-DD] [--scopes LIST]
                            create a key and print it. It works through the day of --expires (UTC). Scopes,
                            separated by commas: ${KEY_SCOPES.join(", ")}; all by default
npm run keys -- create --project ID --collect --origin ORIGIN [--rule RULE] [--name NAME]
                            create a public key that a site uses to send feedback, and print it.
                            --origin and --rule can be repeated (docs/collect.md). With
                            --challenge, browsers solve a challenge first
npm run keys -- challenge ID on|off
                            turn the challenge for a public key on or off
npm run keys -- list        list all keys
npm run keys -- revoke ID   revoke a key by its ID, or disable a public key`;

await runOnPlatform(
  async ({ platform, record }, parameters) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: {
        project: { type: "string" },
        name: { type: "string" },
        expires: { type: "string" },
        scopes: { type: "string" },
        collect: { type: "boolean" },
        origin: { type: "string", multiple: true },
        rule: { type: "string", multiple: true },
        challenge: { type: "boolean" },
      },
    });
    const [command, id, ...rest] = positionals;
    if (command === "create" && id === undefined) {
      if (values.collect) return createPublicKey(platform, record, values);
      return create(platform, record, values);
    }
    if (command === "list" && id === undefined) return list(platform);
    const [to] = rest;
    if (command === "challenge" && id !== undefined && (to === "on" || to === "off"))
      return switchChallenge(platform, record, id, to === "on");
    if (command === "revoke" && id?.startsWith("pub_") && rest.length === 0)
      return disablePublicKey(platform, record, id);
    if (command === "revoke" && id !== undefined && rest.length === 0)
      return revoke(platform, record, id);
    throw new CommandError(USAGE);
  },
  { mayBeNew: process.argv[2] === "create" },
);

/** Prints only the key to standard output, so that `KEY=$(npm run -s keys -- create …)` works. */
async function create(
  platform: Platform,
  record: RecordAction,
  wanted: { project?: string; name?: string; expires?: string; scopes?: string },
): Promise<number> {
  const { name = "Command line", expires, scopes } = wanted;
  const projectId = await findProject(platform, wanted.project);
  const created = await platform.keys.create(projectId, name, {
    expiresAt: expires === undefined ? null : endOf(expires),
    scopes: scopes === undefined ? KEY_SCOPES : scopes.split(",").map(scopeOf),
    record: (key) => record("created the API key", `${key.name} (${key.hint}) of ${projectId}`),
  });
  console.error(
    `Created the key "${created.name}" for project ${created.projectId}. Copy it now; it isn't shown again:`,
  );
  console.log(created.key);
  return 0;
}

/** Returns the last instant of a day in UTC. */
function endOf(day: string): number {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.999Z`) : Number.NaN;
  if (Number.isNaN(end) || !new Date(end).toISOString().startsWith(day))
    throw new CommandError(`--expires ${day} isn't a date. Write it as 2027-01-31.`);
  return end;
}

function scopeOf(text: string): KeyScope {
  const scope = KEY_SCOPES.find((known) => known === text.trim());
  if (scope) return scope;
  throw new CommandError(`The scope "${text}" doesn't exist. Scopes: ${KEY_SCOPES.join(", ")}.`);
}

async function list(platform: Platform): Promise<number> {
  const times = ["CREATED", "LAST USED", "EXPIRES", "REVOKED"];
  const rows = [["ID", "PROJECT", "NAME", "HINT", "SCOPES", ...times]];
  for (const key of await allKeys(platform)) {
    const { id, projectId, name, hint, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
    const instants = [createdAt, lastUsedAt, expiresAt, revokedAt].map(timeText);
    rows.push([id, projectId, name, hint, scopes.join(","), ...instants]);
  }
  printTable(rows);
  await listPublicKeys(platform);
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
