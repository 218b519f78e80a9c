import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * The operations that Errata uses, taken unchanged (texts left out) from GitHub's published
 * description of its REST API: `@octokit/openapi` 23.0.2, `generated/api.github.com.json`, MIT.
 */
const document = JSON.parse(
  readFileSync(new URL("./github-openapi.json", import.meta.url), "utf8"),
) as Description;

type JsonSchema = Record<string, unknown>;
type Referable<T> = T | { $ref: string };
interface Content {
  content?: { "application/json"?: { schema: JsonSchema } };
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
}
interface Operation {
  parameters: Referable<Parameter>[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Referable<Content>>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> } & Record<string, Record<string, unknown>>;
  examples: Record<
    | "repository"
    | "pull"
    | "review"
    | "reviewComment"
    | "issueComment"
    | "checkRuns"
    | "status"
    | "deployments"
    | "deploymentStatuses"
    | "installation"
    | "files",
    JsonSchema
  >;
}

/** GitHub's own examples of answers. */
export const { examples } = document;

export interface Call {
  operation: Operation;
  /** Such as `post /repos/{owner}/{repo}/pulls`. */
  name: string;
  path: Record<string, string>;
}

/** The described operation that a request is for, or null. */
export function operationFor(method: string, pathname: string): Call | null {
  for (const [template, operations] of Object.entries(document.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, "([^/]+)")}$`);
    const values = pattern.exec(pathname)?.slice(1);
    const operation = operations[method.toLowerCase()];
    if (!values || !operation) continue;
    const path = Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
    return { operation, path, name: `${method.toLowerCase()} ${template}` };
  }
  return null;
}

/** The names of what a body can have, in any of its forms. */
function fieldsOf({ properties = {}, oneOf = [], anyOf = [] }: JsonSchema): string[] {
  const forms = [oneOf, anyOf].flat() as JsonSchema[];
  return [...Object.keys(Object(properties)), ...forms.flatMap(fieldsOf)];
}

/** What is wrong with a request by the description; nothing undescribed is let through. */
export function requestProblems(
  { operation, path }: Call,
  query: URLSearchParams,
  body: unknown,
): string[] {
  const parameters = operation.parameters.map((parameter) => resolve<Parameter>(parameter));
  const problems = [...query.keys()]
    .filter((key) => !parameters.some(({ name, in: place }) => place === "query" && name === key))
    .map((key) => `unknown query parameter ${key}`);
  for (const { name, in: place, required, schema } of parameters) {
    const text = place === "path" ? path[name] : (query.get(name) ?? undefined);
    if (text === undefined) {
      if (required) problems.push(`${name} is missing`);
      continue;
    }
    const value = schema.type === "integer" ? Number(text) : text;
    problems.push(...failures(schema, value, name));
  }
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  const isLeftOut = body === undefined && operation.requestBody?.required === false;
  if (isLeftOut) return problems;
  if (!schema) return body === undefined ? problems : [...problems, "a body is not described"];
  const known = fieldsOf(schema);
  const strange = Object.keys(Object(body)).filter((key) => !known.includes(key));
  return [
    ...problems,
    ...strange.map((key) => `unknown field ${key}`),
    ...failures(schema, body, "body"),
  ];
}

/** What is wrong with an answer; a status that is not described for the operation is taken. */
export function responseProblems({ operation }: Call, status: number, body: unknown): string[] {
  const described = operation.responses[String(status)];
  if (!described) return [];
  const schema = resolve<Content>(described).content?.["application/json"]?.schema;
  return schema ? failures(schema, body, "answer") : [];
}

function resolve<T>(value: Referable<T>): T {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value as T;
  const [, , kind = "", name = ""] = value.$ref.split("/");
  return document.components[kind]?.[name] as T;
}

const compiled = new Map<JsonSchema, z.ZodType>();

function failures(schema: JsonSchema, value: unknown, place: string): string[] {
  let type = compiled.get(schema);
  if (!type) {
    const whole = JSON.stringify({ ...schema, definitions: document.components.schemas });
    const local = whole.replaceAll("#/components/schemas/", "#/definitions/");
    type = z.fromJSONSchema(JSON.parse(local), { defaultTarget: "openapi-3.0" });
    compiled.set(schema, type);
  }
  const issues = type.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${[place, ...path].join(".")}: ${message}`);
}
