import "server-only";
import type { Clock } from "../clock.ts";
import type { StoreDatabase } from "./schema/schema.ts";

export type SetupFacts = ReturnType<typeof createSetupFacts>;

/** Facts are rows beside the project's settings, which don't read them. */
const PREFIX = "setup_";

/** The stored facts about a project's setup, by name. */
export function createSetupFacts({ query }: Pick<StoreDatabase, "query">, clock: Clock) {
  return {
    read: async (projectId: string) => {
      const rows = await query
        .selectFrom("project_setting")
        .select(["name", "value"])
        .where("project_id", "=", projectId)
        .execute();
      const facts = rows.filter(({ name }) => name.startsWith(PREFIX));
      return new Map(
        facts.map(({ name, value }) => [name.slice(PREFIX.length), JSON.parse(value)]),
      );
    },
    write: async (projectId: string, name: string, value: string) => {
      const row = { value: JSON.stringify(value), set_at: clock.now() };
      await query
        .insertInto("project_setting")
        .values({ ...row, project_id: projectId, name: PREFIX + name })
        .onConflict((conflict) => conflict.columns(["project_id", "name"]).doUpdateSet(row))
        .execute();
    },
  };
}
