import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCursor, writeCursor } from "../../lib/platform/cursor.ts";

const LIST = '["docs",null,null,null,null]';
const position = fc.record({
  sortAt: fc.integer({ min: -8_640_000_000_000_001, max: 8_640_000_000_000_000 }),
  id: fc.string({ minLength: 1, unit: "grapheme" }),
});

describe("a cursor of the export", () => {
  test("returns the position it was created from", () => {
    fc.assert(
      fc.property(position, (place) => {
        expect(readCursor(writeCursor(place, LIST), LIST)).toEqual(place);
      }),
    );
  });

  test("is damaged if any character is replaced, removed or added", () => {
    const alteration = fc.record({
      at: fc.nat(),
      removed: fc.integer({ min: 0, max: 1 }),
      added: fc.string({ maxLength: 1 }),
    });
    fc.assert(
      fc.property(position, alteration, (place, { at, removed, added }) => {
        const cursor = writeCursor(place, LIST);
        const start = at % cursor.length;
        const altered = cursor.slice(0, start) + added + cursor.slice(start + removed);
        fc.pre(altered !== cursor);
        expect(readCursor(altered, LIST)).toBe("damaged");
        expect(readCursor(altered, null)).toBe("damaged");
      }),
      { numRuns: 1_000 },
    );
  });

  test("is invalid in another list", () => {
    const cursor = writeCursor({ sortAt: 1, id: "a" }, LIST);
    expect(readCursor(cursor, '["docs",null,null,"agent",null]')).toBe("foreign");
  });
});
