import "server-only";
import type { z } from "zod";
import { InvalidRequest } from "../errors.ts";

/**
 * Parses the query of a request.
 * @throws {InvalidRequest} with one detail for each parameter that is unknown, repeated, or invalid
 */
export function parseQuery<Schema extends z.ZodObject>(
  query: URLSearchParams,
  schema: Schema,
): z.output<Schema> {
  const repeated = [...new Set(query.keys())]
    .filter((name) => query.getAll(name).length > 1)
    .map((name) => `${name}: can be set only once`);
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success && repeated.length === 0) return parsed.data;
  const problems = parsed.error?.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((name) => `${name}: isn't a parameter of this request`)
      : [`${issue.path.join(".")}: ${issue.message}`],
  );
  throw InvalidRequest.of([...repeated, ...(problems ?? [])]);
}
