import "server-only";
import type { StoreQuery } from "../schema/schema.ts";

/** An operation of the interface that a platform may not have. */
export type OptionalOperation = "message";

/** Records that a platform rejected an operation because it doesn't have it. */
export async function rememberUnsupported(
  db: StoreQuery,
  platform: string,
  operation: OptionalOperation,
  at: number,
): Promise<void> {
  await db
    .insertInto("unsupported_operation")
    .values({ platform, operation, found_at: at })
    .onConflict((conflict) =>
      conflict.columns(["platform", "operation"]).doUpdateSet({ found_at: at }),
    )
    .execute();
}

/** Deletes the record, because the platform carried the operation out. */
export async function forgetUnsupported(
  db: StoreQuery,
  platform: string,
  operation: OptionalOperation,
): Promise<void> {
  await db
    .deleteFrom("unsupported_operation")
    .where("platform", "=", platform)
    .where("operation", "=", operation)
    .execute();
}

/** Whether a platform rejected an operation as unsupported after `since`, epoch milliseconds. */
export async function isUnsupported(
  db: StoreQuery,
  platform: string,
  operation: OptionalOperation,
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("unsupported_operation")
    .select("found_at")
    .where("platform", "=", platform)
    .where("operation", "=", operation)
    .where("found_at", ">", since)
    .executeTakeFirst();
  return row !== undefined;
}
