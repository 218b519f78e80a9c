import "./runtime.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { moveData } from "../lib/services/backup/move.ts";
import { CommandError } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run move -- to-postgres   copies the SQLite files in DATA_DIR to the empty database in DATABASE_URL
npm run move -- to-sqlite     copies the database in DATABASE_URL to new SQLite files in DATA_DIR
--repositories FOLDER         also copies the repositories of FOLDER, the DATA_DIR so far if it was another one
Stop Errata first.`;

await runOnData(USAGE, async ({ dataDir, databaseUrl }, parameters) => {
  const { positionals, values } = readArguments(parameters);
  const [direction, ...rest] = positionals;
  const to = { "to-postgres": "postgres", "to-sqlite": "sqlite" } as const;
  if (direction === undefined || !Object.hasOwn(to, direction) || rest.length > 0) {
    throw new CommandError(USAGE);
  }
  if (databaseUrl === null) throw new CommandError("Set DATABASE_URL, then try again.");
  const from = values.repositories === undefined ? null : resolve(values.repositories);
  const { rows, repositories } = await moveData(
    to[direction as keyof typeof to],
    { dataDir, databaseUrl, repositoriesFrom: from },
    Date.now(),
  );
  console.log(`Copied and verified ${rows.toLocaleString("en")} rows`);
  if (repositories.length === 0) {
    console.log(
      `${dataDir} has no repositories. If Errata used another DATA_DIR, copy its "repository" folder there before you start Errata`,
    );
  }
  return 0;
});

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { repositories: { type: "string" } },
    });
  } catch {
    throw new CommandError(USAGE);
  }
}
