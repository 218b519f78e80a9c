import "server-only";
import { chunks } from "../../database/chunks.ts";
import type { StoreQuery } from "../schema/schema.ts";
import type { ChangeInfo, ValueChange } from "./stored-field.ts";

/** A change as the history has it. */
export interface RecordedChange extends ValueChange {
  /** The earlier row, for undo. */
  before?: unknown;
  /** As in `FieldEdit`. */
  texts?: string;
}

/** Adds changes to the history. `superseded` ones weren't applied. */
export async function recordChanges(
  trx: StoreQuery,
  projectId: string,
  kind: "set" | "undo" | "superseded",
  { change, at, by, byId }: ChangeInfo,
  changes: readonly RecordedChange[],
): Promise<void> {
  for (const chunk of chunks(changes)) {
    await trx
      .insertInto("feedback_event")
      .values(
        chunk.map(({ field, id, from, to, before, texts }) => ({
          project_id: projectId,
          feedback_id: id,
          at,
          kind,
          field,
          from_value: from ?? "",
          to_value: to ?? "",
          change_id: change,
          before: before === undefined ? null : JSON.stringify(before),
          set_by_name: by,
          set_by_id: by === null ? null : byId,
          texts: texts ?? null,
        })),
      )
      .execute();
  }
}
