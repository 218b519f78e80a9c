import type { PluginTransformResultArgs } from "kysely";
import { type Database, type DatabaseLocation, openDatabase } from "../../lib/database/open.ts";

/** Opens databases. The process kills itself after so many statements on them, wherever it is then. */
export function killedAfter(
  statements: number,
): <Schema>(location: DatabaseLocation) => Database<Schema> {
  let executed = 0;
  return <Schema>(location: DatabaseLocation) => {
    const database = openDatabase<Schema>(location);
    const query = database.query.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }: PluginTransformResultArgs) => {
        executed += 1;
        if (executed === statements) process.kill(process.pid, "SIGKILL");
        return result;
      },
    });
    return { ...database, query };
  };
}
