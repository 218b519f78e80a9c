import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type Operation,
  type OperationName,
  operations,
} from "../../lib/contract/api/operations.ts";
import { operationFor, responseProblems } from "../support/api-responses.ts";
import { addresses, folderOf, PAGES, ROUTES } from "../support/routes.ts";

const names = Object.keys(operations) as OperationName[];

/** The operations that a route file has handlers for. */
function handledIn(folder: string): string[] {
  const text = readFileSync(join("app", folder, "route.ts"), "utf8");
  return [...text.matchAll(/^ {2}(\w+): async \(/gm)].map(([, name = ""]) => name);
}

/** A union of objects has the type in each of its parts. */
function hasType({ type, oneOf }: { type?: unknown; oneOf?: { type?: unknown }[] }): boolean {
  return type !== undefined || (oneOf?.every((part) => part.type !== undefined) ?? false);
}

describe("the operations of the API", () => {
  test("each have a route, and each route and page is in the tests' table", () => {
    expect(addresses("route.ts")).toEqual(Object.keys(ROUTES).toSorted());
    expect(addresses("page.tsx")).toEqual(Object.keys(PAGES).toSorted());
  });

  const own = addresses("route.ts").filter((folder) => !folder.includes("[..."));
  test.each(own.filter((folder) => !["/open/[token]", "/api/webhooks/[host]"].includes(folder)))(
    "of %s are all handled there, and no others",
    (folder) => {
      const expected = names.filter((name) => folderOf(name) === folder);
      expect(handledIn(folder).toSorted()).toEqual(expected.toSorted());
    },
  );

  test("require a session unless the route says that it is public", () => {
    const open = addresses("route.ts").filter((folder) =>
      /(?:public|process)Routes\(/.test(readFileSync(join("app", folder, "route.ts"), "utf8")),
    );
    expect(open).toEqual(["/api/health", "/api/invitation", "/healthz", "/readyz"]);
  });

  test("name the permission that they always need", () => {
    for (const name of names) {
      const { needs, method }: Operation = operations[name];
      const access = ROUTES[folderOf(name) ?? ""]?.[method]?.access ?? "everyone";
      // A viewer may create views of their own.
      const least = access === "everyone" || name === "createView" ? "read" : access;
      expect([name, needs ?? "read"]).toEqual([name, least]);
    }
  });

  test.each(names)("%s can be described by JSON schemas", (name) => {
    const { query, body, response }: Operation = operations[name];
    for (const schema of [query, body]) {
      if (schema) expect(z.toJSONSchema(schema, { io: "input" })).toBeTypeOf("object");
    }
    if (response) expect(z.toJSONSchema(response)).toSatisfy(hasType);
  });
});

describe("responses in tests", () => {
  const received = { method: "GET", url: "http://127.0.0.1/api/projects", status: 200 };

  test("are parsed strictly", () => {
    const problems = (body: unknown) =>
      responseProblems({ ...received, text: JSON.stringify(body) });
    expect(problems({ projects: [{ id: "docs", name: "Docs" }] })).toEqual([]);
    expect(problems({ projects: [{ id: "docs", name: "Docs", secret: 1 }] })).toHaveLength(1);
    expect(problems({ items: [] })).not.toEqual([]);
  });

  test("belong to the operation with the most literal path", () => {
    expect(operationFor("GET", "/api/projects/docs/jobs/counts")).toBe(operations.getJobCounts);
    expect(operationFor("GET", "/api/projects/docs/jobs/j1")).toBe(operations.getJob);
    expect(operationFor("PUT", "/api/projects/docs/jobs")).toBeUndefined();
  });
});
