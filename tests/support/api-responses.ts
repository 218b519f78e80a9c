import { z } from "zod";
import { type Operation, operations } from "../../lib/contract/api/operations.ts";
import { type ErrorCode, HTTP_STATUS, REFUSED_HEADER } from "../../lib/errors.ts";

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(HTTP_STATUS) as [string, ...string[]]),
    message: z.string().min(1),
    details: z.array(z.strictObject({ message: z.string() })).optional(),
  }),
});

/** What a browser test answers in the place of a server that refuses what was sent, whoever sends it and whenever. */
export function refusal(error: { code: ErrorCode; message: string }) {
  const headers = { [REFUSED_HEADER]: "content" };
  return { status: HTTP_STATUS[error.code], headers, json: { error } };
}

const parameters = ({ path }: Operation) => path.split("{").length;

/** Operations with literal segments come before those with parameters. */
const patterns = Object.values<Operation>(operations)
  .toSorted((one, other) => parameters(one) - parameters(other))
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

/** Returns the operation with this method and path. */
export function operationFor(method: string, pathname: string): Operation | undefined {
  return patterns.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(pathname),
  )?.operation;
}

/** Whether an address belongs to the dashboard's API, which has an operation for each of them. */
export function isDashboardApi(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname.startsWith("/api/") || /^\/pulls\/\d+\/\w+$/.test(pathname);
}

/**
 * Parses a response of the dashboard's API strictly by its operation.
 * @returns what is wrong with it; an empty list for other responses
 */
export function responseProblems(received: {
  method: string;
  url: string;
  status: number;
  text: string;
}): string[] {
  const { method, url, status, text } = received;
  const { pathname } = new URL(url);
  if (!isDashboardApi(url) || text === "" || status === 304 || (status >= 300 && status < 400))
    return [];
  const name = `${method} ${pathname}`;
  const operation = operationFor(method, pathname);
  if (status >= 400) return failures(errorBody, text, `${name} ${status}`);
  if (!operation) return [`${name}: isn't an operation of the API`];
  if (operation.response === null) return [];
  return failures(operation.response, text, name);
}

function failures(schema: z.ZodType, text: string, name: string): string[] {
  const body: unknown = JSON.parse(text);
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues.map((issue) => `${name}: ${issue.path.join(".")}: ${issue.message}`);
}
