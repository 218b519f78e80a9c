import "server-only";
import type { Kysely } from "kysely";
import type { Engine } from "../../database/open.ts";
import { joined, left } from "./groups.ts";
import { raw } from "./search-triggers.ts";

/**
 * Lets what writes groups announce them. Triggers announced each of 100,000 items that were grouped after an
 * import, and every open page loaded its rows again all the while.
 */
export async function announceGroupsByHand(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const onMembers = "on feedback_group_member";
  if (engine === "postgres") {
    await raw(db, `drop trigger feedback_group_announced ${onMembers}`);
    return;
  }
  for (const trigger of ["joined", "left", "moved"]) {
    await raw(db, `drop trigger feedback_group_${trigger}`);
  }
  const after = (event: string) => `after ${event} ${onMembers} for each row`;
  await raw(db, `create trigger feedback_group_joined ${after("insert")} begin ${joined} end`);
  await raw(db, `create trigger feedback_group_left ${after("delete")} begin ${left} end`);
  await raw(
    db,
    `create trigger feedback_group_moved ${after("update")}
    when old.group_id is not new.group_id begin ${left} ${joined} end`,
  );
}
