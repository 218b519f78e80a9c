import "server-only";
import {
  MAX_SUBMISSION_BYTES,
  type Submission,
  submission,
} from "../../contract/collect/submission.ts";
import { invalidBody, parseJsonText, readRequestText } from "../request-text.ts";

/** A submission, and where a form without JavaScript wants to go afterwards. */
export interface ReadSubmission {
  submission: Submission;
  isForm: boolean;
  /** The form's `next` field: an address that the caller must check. */
  next: string | null;
}

const TOO_LARGE = `The feedback is larger than ${MAX_SUBMISSION_BYTES / 1_024} KB. Shorten it.`;
const FORM = "application/x-www-form-urlencoded";
/** JSON as text/plain needs no CORS preflight. */
const JSON_TYPES = ["application/json", "text/plain"];

/**
 * Reads a submission as JSON or as a plain HTML form.
 * @throws {InvalidRequest} with one detail per problem
 * @throws {AppError} `too_large`, without reading the rest
 */
export async function readSubmission(request: Request): Promise<ReadSubmission> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === FORM) {
    const fields = new URLSearchParams(await readText(request));
    const next = fields.get("next");
    fields.delete("next");
    return { submission: parse(formValue(fields)), isForm: true, next };
  }
  if (!JSON_TYPES.includes(type ?? "")) {
    throw invalidBody(`Content-Type: must be application/json or ${FORM}`);
  }
  const value = parseJsonText(await readText(request));
  return { submission: parse(value), isForm: false, next: null };
}

function readText(request: Request): Promise<string> {
  return readRequestText(request, MAX_SUBMISSION_BYTES, TOO_LARGE);
}

function parse(value: unknown): Submission {
  const parsed = submission.safeParse(value);
  if (parsed.success) return parsed.data;
  const messages = parsed.error.issues.map((issue) =>
    issue.code === "unrecognized_keys"
      ? `${issue.keys.slice(0, 5).join(", ")}: unknown`
      : `${issue.path.join(".") || "body"}: ${issue.message}`,
  );
  throw invalidBody(...messages);
}

/** Returns a form's fields with the types of the JSON form. Empty fields count as left out. */
function formValue(fields: URLSearchParams): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const name of new Set(fields.keys())) {
    const texts = fields.getAll(name).filter((text) => text !== "");
    if (texts.length === 0) continue;
    value[name] = name === "reasons" ? texts : formField(name, texts[0] ?? "");
  }
  return value;
}

function formField(name: string, text: string): unknown {
  if (name === "helpful" || name === "agent") return FLAGS.get(text.toLowerCase()) ?? text;
  return name === "shownFor" ? Number(text) : text;
}

const FLAGS = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);
