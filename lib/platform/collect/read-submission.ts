import "server-only";
import { z } from "zod";
import {
  MAX_SUBMISSION_BYTES,
  type Submission,
  submission,
} from "../../contract/collect/submission.ts";
import { shorten } from "../../text/shorten.ts";
import { invalidBody, parseJsonText, readRequestText } from "../request-text.ts";

/** The values that Fumadocs passes to `onSendAction` of its page feedback (docs/collect.md, "Fumadocs"). */
const fumadocsSubmission = z
  .object({
    opinion: z.enum(["good", "bad"], { error: "must be good or bad" }),
    url: submission.shape.url,
    /** Empty if the reader wrote nothing. */
    message: submission.shape.comment,
  })
  .transform(({ opinion, url, message }) => ({
    url,
    helpful: opinion === "good",
    comment: message,
  }));

/** A submission, and where a form without JavaScript wants to go afterwards. */
export interface ReadSubmission {
  submission: Submission;
  isForm: boolean;
  /** The form's `next` field: an address that the caller must check. */
  next: string | null;
}

export const TOO_LARGE = `The feedback is larger than ${MAX_SUBMISSION_BYTES / 1_024} KB. Shorten it.`;
/** Characters of a field's name in a message. */
const LONGEST_NAME = 50;
const FORM = "application/x-www-form-urlencoded";
/** JSON as text/plain needs no CORS preflight. */
const JSON_TYPES = ["application/json", "text/plain"];

/**
 * Reads a submission as JSON or as a plain HTML form.
 * @throws {InvalidRequest} with one detail per problem
 * @throws {AppError} `too_large`, without reading the rest
 */
export async function readSubmission(request: Request): Promise<ReadSubmission> {
  if (typeOf(request) === FORM) {
    const fields = new URLSearchParams(await readText(request));
    const next = fields.get("next");
    fields.delete("next");
    return { submission: validSubmission(submission, formValue(fields)), isForm: true, next };
  }
  const value = await readJson(request, `application/json or ${FORM}`);
  return { submission: validSubmission(submission, value), isForm: false, next: null };
}

/** Reads what Fumadocs' feedback component gives its action. Throws like `readSubmission`. */
export async function readFumadocs(request: Request): Promise<ReadSubmission> {
  const value = await readJson(request, "application/json");
  return { submission: validSubmission(fumadocsSubmission, value), isForm: false, next: null };
}

async function readJson(request: Request, types: string): Promise<unknown> {
  if (!JSON_TYPES.includes(typeOf(request))) throw invalidBody(`Content-Type: must be ${types}`);
  return parseJsonText(await readText(request));
}

function typeOf(request: Request): string {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

function readText(request: Request): Promise<string> {
  return readRequestText(request, MAX_SUBMISSION_BYTES, TOO_LARGE);
}

/** @throws {InvalidRequest} with one detail per problem */
export function validSubmission<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const messages = result.error.issues.map((issue) => {
    if (issue.code !== "unrecognized_keys") {
      return `${issue.path.join(".") || "body"}: ${issue.message}`;
    }
    const names = issue.keys.slice(0, 5).map((name) => shorten(name, LONGEST_NAME));
    return `${names.join(", ")}: unknown`;
  });
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
