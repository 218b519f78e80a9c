import "./runtime.ts";
import { moveData } from "../lib/services/backup/move.ts";
import { CommandError } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run move -- to-postgres   copies the SQLite files in DATA_DIR to the empty database in DATABASE_URL
npm run move -- to-sqlite     copies the database in DATABASE_URL to new SQLite files in DATA_DIR
Stop Errata first.`;

await runOnData(USAGE, async ({ dataDir, databaseUrl }, [direction, ...rest]) => {
  const to = { "to-postgres": "postgres", "to-sqlite": "sqlite" } as const;
  if (direction === undefined || !Object.hasOwn(to, direction) || rest.length > 0) {
    throw new CommandError(USAGE);
  }
  if (databaseUrl === null) throw new CommandError("Set DATABASE_URL, then try again.");
  const rows = await moveData(
    to[direction as keyof typeof to],
    { dataDir, databaseUrl },
    Date.now(),
  );
  console.log(`Copied and verified ${rows.toLocaleString("en")} rows`);
  return 0;
});
