import "server-only";
import type { FieldName } from "../../item-fields/fields.ts";
import { ASSIGNEE } from "./fields/assignee.ts";
import { DISMISSAL } from "./fields/dismissal.ts";
import { GROUP } from "./fields/group.ts";
import { LABEL } from "./fields/label.ts";
import { NOISE } from "./fields/noise.ts";
import { NOT_SIMILAR } from "./fields/not-similar.ts";
import { SNOOZE } from "./fields/snooze.ts";
import { STATUS } from "./fields/status.ts";
import type { StoredField, StoredRow } from "./stored-field.ts";

/** Calls a function with a field's storage, whatever the type of its rows. */
type Use<Result> = <Row extends StoredRow>(field: StoredField<Row>) => Result;

const STORED: Record<FieldName, <Result>(use: Use<Result>) => Result> = {
  status: (use) => use(STATUS),
  assignee: (use) => use(ASSIGNEE),
  label: (use) => use(LABEL),
  dismissal: (use) => use(DISMISSAL),
  snooze: (use) => use(SNOOZE),
  noise: (use) => use(NOISE),
  group: (use) => use(GROUP),
  notSimilar: (use) => use(NOT_SIMILAR),
};

/** Calls a function with the storage of a field. */
export function withStored<Result>(name: FieldName, use: Use<Result>): Result {
  return STORED[name](use);
}
