// What an agent may change without asking, and what it changed beyond that.

import { z } from "zod";
import { bytesText } from "./bytes-text.ts";
import { LEASH } from "./limits.ts";
import { pullDiff } from "./pull-request.ts";

/** A path of the repository. `*` stands for any part of a name, `**` for any folders; without `/`, in any folder. */
const pathPattern = z
  .string()
  .trim()
  .min(1)
  .max(LEASH.pattern)
  .refine((text) => !text.split("/").includes(".."), { message: "must be inside the repository" })
  .overwrite((text) => text.replace(/^\.?\/+/, "").replace(/(?<!\/)\/+$/, "/**"));

const limit = z.number().int().min(1).nullable();

/** A name on a code host: `ann`, or `group/team`. */
const reviewer = z
  .string()
  .trim()
  .overwrite((text) => text.replace(/^@/, ""))
  .max(LEASH.name)
  .regex(/^[\w.-]+(?:\/[\w.-]+)?$/, { message: "must be a name such as ann or group/team" });
/** GitLab separates labels by commas. */
const pullLabel = z
  .string()
  .trim()
  .min(1)
  .max(LEASH.name)
  .regex(/^[^,\n]+$/, { message: "can't have a comma" });

/** Placeholders for parts of a pull request's text. */
export const PULL_PARTS = ["goal", "pages", "feedback", "changes"] as const;
export type PullPart = (typeof PULL_PARTS)[number];

const hasTitle = (text: string) => text === "" || text.includes("{title}");
const NO_TITLE = { message: "must have {title}, which stands for the pages" };

/** What a project's agents may change. A change beyond it waits for a person before it is pushed. */
export const leash = z.strictObject({
  /** Empty for the folders of the documentation. */
  allowed: z.array(pathPattern).max(LEASH.patterns).default([]),
  /** Besides `ALWAYS_PROTECTED` of limits.ts. */
  protected: z.array(pathPattern).max(LEASH.patterns).default([]),
  maxFiles: limit.default(LEASH.files),
  /** Added and removed lines. */
  maxLines: limit.default(LEASH.lines),
  /** Bytes of the added and changed files. */
  maxBytes: limit.default(LEASH.bytes),
  /** Whether every pull request on another code host starts as a draft. */
  draft: z.boolean().default(false),
  /** Whether new problems that checks find in a change are given back to the agent, once. */
  giveBack: z.boolean().default(false),
  /** Whether the agent's changes are all discarded, and its text is the result. */
  reportOnly: z.boolean().default(false),
  /** Who is asked to review, and labels; of a pull request on another code host. */
  reviewers: z.array(reviewer).max(LEASH.names).default([]),
  labels: z.array(pullLabel).max(LEASH.names).default([]),
  /** The title of pull requests, in which `{title}` stands for Errata's. Empty for that alone. */
  pullTitle: z.string().trim().max(LEASH.title).refine(hasTitle, NO_TITLE).default(""),
  /** The description in Markdown, with `PULL_PARTS` in braces. Empty for all parts, one after the other. */
  pullBody: z.string().trim().max(LEASH.body).default(""),
  /** Days without activity after which a draft on another code host is closed; null for never. */
  closeDraftAfter: z.number().int().min(1).max(LEASH.days).nullable().default(null),
});
export type Leash = z.infer<typeof leash>;

/** Why the agent may not change a file. */
export const BEYOND_REASONS = [
  "not_allowed",
  "protected",
  "executable",
  "link",
  "submodule",
] as const;
export type BeyondReason = (typeof BEYOND_REASONS)[number];

const beyondFile = z.strictObject({ path: z.string(), reason: z.enum(BEYOND_REASONS) });

/** A change that waits for a person because it exceeds what the agent may change. */
export const heldFacts = z.strictObject({
  /** The files that the agent may not change, by name. */
  files: z.array(beyondFile),
  /** How many more there are. Only set for old changes, whose files weren't all recorded. */
  more: z.number(),
  /** Limits that the whole change exceeds. */
  over: z.array(
    z.strictObject({
      what: z.enum(["files", "lines", "bytes"]),
      size: z.number(),
      limit: z.number(),
    }),
  ),
  /** Files of the change that the agent may change. */
  allowedFiles: z.number(),
  /** Whether the rest would be allowed if these files were left out. */
  canTrim: z.boolean(),
});
export type HeldFacts = z.infer<typeof heldFacts>;

/** A change that waits for a person. */
export const heldChange = heldFacts.extend({
  /** Identifies the change: a decision about it applies to no other one. */
  version: z.string(),
});
export type HeldChange = z.infer<typeof heldChange>;

/** One page of the diff of such a change; the files that the agent may not change come first. */
export const heldDiff = pullDiff.extend({
  /** See `HeldChange`. */
  version: z.string(),
  /** The files on this page that the agent may not change. */
  beyond: z.array(beyondFile),
});
export type HeldDiff = z.infer<typeof heldDiff>;

/** What a decision does with a held change. */
export const HELD_DECISIONS = ["allow", "trim", "discard"] as const;
export type HeldDecision = (typeof HELD_DECISIONS)[number];

/** A person's decision about the change that they saw. */
export const heldRequest = z.strictObject({
  decision: z.enum(HELD_DECISIONS),
  version: z.string().max(64),
});
export type HeldRequest = z.infer<typeof heldRequest>;

/** Patterns that a sentence names. */
const MAX_NAMED = 6;

/** Says before a job runs what its agent may change. `folders` are those of the documentation. */
export function leashText(given: Leash, folders: readonly string[]): string {
  const allowed = allowedPaths(given, folders);
  const where = allowed.includes("**") ? "any file" : listed(allowed);
  const except = given.protected.length > 0 ? ` except ${listed(given.protected)}` : "";
  const { maxFiles, maxLines, maxBytes } = given;
  const limits = [
    ...(maxFiles === null ? [] : [atMost(maxFiles, "file")]),
    ...(maxLines === null ? [] : [atMost(maxLines, "line")]),
    ...(maxBytes === null ? [] : [bytesText(maxBytes)]),
  ];
  const most = limits.length > 0 ? `, up to ${listed(limits)}` : "";
  if (given.reportOnly)
    return "The agent only reports, and each prompt says so: what it changes isn't kept, and what it says is the job's result.";
  const back = given.giveBack ? " It gets one try to fix new problems that the checks find." : "";
  return `The agent may change ${where}${except}${most}. A change beyond that, or to workflows, hooks, or lock files, waits for someone's decision.${draftText(given)}${back}`;
}

function atMost(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function draftText({ draft, closeDraftAfter: days }: Leash): string {
  if (!draft) return "";
  const closes = days === 1 ? "1 day" : `${days} days`;
  const until = days === null ? "" : `, and closes after ${closes} without activity`;
  return ` Its pull request starts as a draft${until}.`;
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED);
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, `${more} more`] : shown);
}

/** Returns the patterns that the agent may change: those of the settings, or the folders of the documentation. */
export function allowedPaths(given: Leash, folders: readonly string[]): string[] {
  if (given.allowed.length > 0) return given.allowed;
  if (folders.length === 0 || folders.includes("")) return ["**"];
  return folders.map((folder) => `${folder}/**`);
}
