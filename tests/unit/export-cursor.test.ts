import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { type Cursor, readCursor, writeCursor } from "../../lib/platform/cursor.ts";

const instant = fc.option(fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }));
const cursors: fc.Arbitrary<Cursor> = fc.record({
  projectId: fc.string({ minLength: 1, unit: "grapheme" }),
  filters: fc.record({
    from: instant,
    to: instant,
    source: fc.option(fc.constantFrom(...SOURCES)),
    statuses: fc.option(fc.subarray([...STATUSES], { minLength: 1 })),
  }),
  position: fc.record({
    sortAt: fc.integer({ min: -8_640_000_000_000_001, max: 8_640_000_000_000_000 }),
    id: fc.string({ minLength: 1, unit: "grapheme" }),
  }),
});

describe("a cursor of the export", () => {
  test("holds the position, the project, and the filters it was issued for", () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(readCursor(writeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  test("is invalid if any character is replaced, removed, or added", () => {
    const alteration = fc.record({
      at: fc.nat(),
      removed: fc.integer({ min: 0, max: 1 }),
      added: fc.string({ maxLength: 1 }),
    });
    fc.assert(
      fc.property(cursors, alteration, (cursor, { at, removed, added }) => {
        const text = writeCursor(cursor);
        const start = at % text.length;
        const altered = text.slice(0, start) + added + text.slice(start + removed);
        fc.pre(altered !== text);
        expect(readCursor(altered)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["another version", [1, "docs", null, null, null, null, 1, "a"]],
    ["an unknown source", [2, "docs", null, null, "email", null, 1, "a"]],
    ["an unknown status", [2, "docs", null, null, null, ["done"], 1, "a"]],
    ["a date that isn't a number", [2, "docs", "2026", null, null, null, 1, "a"]],
    ["no ID", [2, "docs", null, null, null, null, 1]],
    ["no list of fields", {}],
  ])("is invalid with %s, even if its checksum is right", (_, fields) => {
    const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
    const checksum = createHash("sha256").update(payload).digest("base64url").slice(0, 16);
    expect(readCursor(`${payload}.${checksum}`)).toBeNull();
  });
});
