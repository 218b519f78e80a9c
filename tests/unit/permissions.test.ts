import { expect, test } from "vitest";
import { may, type Permission } from "../../lib/contract/api/permissions.ts";

/** Who may what, as the README says it; whatever else there is belongs here as well. */
const MATRIX: Record<Permission, [viewer: boolean, triager: boolean, admin: boolean]> = {
  read: [true, true, true],
  contacts: [false, true, true],
  triage: [false, true, true],
  jobs: [false, true, true],
  sync: [false, true, true],
  settings: [false, false, true],
  import: [false, false, true],
  delete: [false, false, true],
  keys: [false, false, true],
  people: [false, false, true],
};

test.each(Object.entries(MATRIX))("%s is for viewer, triager, admin: %s", (name, expected) => {
  const permission = name as Permission;
  expect([may("viewer", permission), may("triager", permission), may("admin", permission)]).toEqual(
    expected,
  );
});
