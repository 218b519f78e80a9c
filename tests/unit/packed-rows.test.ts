import fc from "fast-check";
import { expect, test } from "vitest";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";
import { packRows, unpackRows } from "../../lib/queries/packed-rows.ts";

const row: fc.Arbitrary<FeedbackRow> = fc.record({
  id: fc.string(),
  source: fc.constantFrom("agent", "contextual"),
  status: fc.constantFrom("pending", "resolved"),
  platformStatus: fc.constant("pending"),
  path: fc.string(),
  page: fc.string(),
  comment: fc.option(fc.string()),
  reasons: fc.option(fc.string()),
  createdAt: fc.option(fc.integer()),
  helpful: fc.option(fc.boolean()),
  deletedAt: fc.constant(null),
  assignee: fc.option(fc.string()),
  notes: fc.nat(),
  job: fc.constant(null),
  match: fc.option(fc.record({ in: fc.constantFrom("comment", "code"), text: fc.string() })),
});

test("packed rows are the same after unpacking, for every list", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.option(fc.string()), (feedback, cursor) => {
      const list = {
        pages: [{ feedback, nextCursor: cursor, prevCursor: null, hasMore: cursor !== null }],
        pageParams: [{ cursor: null, row: 0 }],
      };
      expect(unpackRows(JSON.parse(JSON.stringify(packRows(list))))).toEqual(list);
    }),
  );
});

test("a value that only some rows have is packed as well", () => {
  const [first, second] = fc.sample(row, 2);
  const feedback = [first, { ...second, noise: "test" }];
  const page = { feedback, nextCursor: null, prevCursor: null, hasMore: false };
  const packed = packRows({ pages: [page], pageParams: [{ cursor: null, row: 0 }] });
  expect(unpackRows(JSON.parse(JSON.stringify(packed)))).toMatchObject({
    pages: [
      {
        feedback: [
          { id: first?.id, noise: null },
          { id: second?.id, noise: "test" },
        ],
      },
    ],
  });
});

test("a column of one value is sent once", () => {
  const feedback = fc.sample(row, 30).map((one) => ({ ...one, source: "agent" }));
  const page = { feedback, nextCursor: null, prevCursor: null, hasMore: false };
  const packed = packRows({ pages: [page], pageParams: [{ cursor: null, row: 0 }] });
  expect(JSON.stringify(packed).match(/agent/g)).toHaveLength(1);
});

test("a platform status like the team's, and a path like its page, aren't sent twice", () => {
  const path = "/guides/authentication";
  const [sample] = fc.sample(row, 1);
  const both = { path, page: path, status: "dismissed", platformStatus: "dismissed" };
  const feedback = [
    { ...sample, ...both },
    { ...sample, ...both, platformStatus: "pending", path: `${path}?q=1` },
  ];
  const list = {
    pages: [{ feedback, nextCursor: null, prevCursor: null, hasMore: false }],
    pageParams: [{ cursor: null, row: 0 }],
  };
  const sent = JSON.stringify(packRows(list));
  expect(sent.match(/authentication"/g)).toHaveLength(1);
  expect(sent.match(/dismissed/g)).toHaveLength(1);
  expect(unpackRows(JSON.parse(sent))).toEqual(list);
});

test("data that isn't a list stays as it is", () => {
  for (const data of [null, 3, "packed", { total: 3 }]) {
    expect(packRows(data)).toBe(data);
    expect(unpackRows(data)).toBe(data);
  }
});

test("what only a later row has is sent", () => {
  const [first, second] = fc.sample(row, 2);
  const feedback = [first, { ...second, labels: ["urgent"] }];
  const page = { feedback, nextCursor: null, prevCursor: null, hasMore: false };
  const list = { pages: [page], pageParams: [{ cursor: null, row: 0 }] };
  expect(unpackRows(JSON.parse(JSON.stringify(packRows(list))))).toMatchObject({
    pages: [{ feedback: [{ labels: null }, { labels: ["urgent"] }] }],
  });
});
