import { expect, test } from "vitest";
import { errorResponse } from "../../lib/http/route.ts";
import { storeProblem } from "../../lib/store/sync/store-problem.ts";

/** What the drivers and the system throw, and what people read about it. */
const FAILURES: [code: string, status: number, says: RegExp][] = [
  ["SQLITE_FULL", 507, /the disk is full/i],
  ["ENOSPC", 507, /the disk is full/i],
  ["53100", 507, /the disk is full/i],
  // A disk that became read-only, or breaks. SQLite doesn't tell them apart.
  [
    "SQLITE_IOERR_WRITE",
    507,
    /can't write to its disk.*check whether the disk is full or read-only/i,
  ],
  ["SQLITE_IOERR_FSYNC", 507, /can't write to its disk/],
  ["EROFS", 507, /can't write to its disk/],
  ["SQLITE_READONLY", 503, /database is read-only right now/],
  ["25006", 503, /database is read-only right now/],
  ["SQLITE_BUSY", 503, /another program/i],
  ["ECONNREFUSED", 503, /couldn't reach the database/i],
];

test.each(FAILURES)("%s is answered with %i, in words that help", async (code, status, says) => {
  const error = Object.assign(new Error("disk I/O error"), { code });
  const response = errorResponse(error);
  expect(response.status).toBe(status);
  expect((await response.json()).error.message).toMatch(says);
  expect(storeProblem(error, 0).message).toMatch(says);
});
