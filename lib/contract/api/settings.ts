import { z } from "zod";
import { SOURCES } from "../platform/vocabulary.ts";
import { docsRules } from "./docs-rules.ts";
import { leash } from "./leash.ts";
import {
  DISMISSAL_REASON_LENGTH,
  INSTRUCTIONS_LENGTH,
  LABEL_COLORS,
  LABEL_NAME_LENGTH,
  MAX_DISMISSAL_REASONS,
  MAX_LABELS,
  MAX_REMOVED,
  MAX_TEMPLATE_REASONS,
  MAX_TEMPLATES,
  SITE_ADDRESS_LENGTH,
  TEMPLATE_LENGTH,
} from "./limits.ts";

/** ID of something that a project configures. */
export const settingId = z.string().regex(/^[\w-]{1,60}$/);

/** The items that a template is meant for, see `templateFor`. */
const templateRules = z
  .strictObject({
    labels: z.array(settingId).max(MAX_LABELS),
    /** As readers choose them on the site. */
    reasons: z
      .array(z.string().trim().min(1).max(TEMPLATE_LENGTH.reason))
      .max(MAX_TEMPLATE_REASONS),
    sources: z.array(z.enum(SOURCES)).max(SOURCES.length),
  })
  .partial();
export type TemplateRules = z.infer<typeof templateRules>;

const template = z.strictObject({
  id: settingId,
  name: z.string().trim().min(1).max(TEMPLATE_LENGTH.name),
  /** Replaces the drafted goal. */
  goal: z.string().max(TEMPLATE_LENGTH.goal).optional(),
  /** Appended to the project instructions. */
  text: z.string().max(TEMPLATE_LENGTH.text),
  /** Rules by which it is chosen automatically; left out if people choose it. */
  for: templateRules.optional(),
});
export type PromptTemplate = z.infer<typeof template>;

/** A reason to dismiss items. */
const dismissalReason = z.strictObject({
  id: settingId,
  name: z.string().trim().min(1).max(DISMISSAL_REASON_LENGTH),
  /** Whether these items are another team's: the dashboard offers a message that hands them over. */
  handOver: z.literal(true).optional(),
  /** Whether it can't be chosen anymore. Items and histories keep its name. */
  removed: z.literal(true).optional(),
});
export type DismissalReason = z.infer<typeof dismissalReason>;

const DISMISSAL_REASONS: DismissalReason[] = [
  { id: "not_docs", name: "Not docs", handOver: true },
  { id: "not_reproducible", name: "Not reproducible" },
  { id: "duplicate", name: "Duplicate" },
  { id: "spam", name: "Spam" },
  { id: "wont_fix", name: "Won't fix" },
];

/** A label that the team puts on items. Its color always comes with its name. */
const label = z.strictObject({
  id: settingId,
  name: z.string().trim().min(1).max(LABEL_NAME_LENGTH),
  color: z.enum(LABEL_COLORS),
  /** Whether it isn't shown on items anymore. Histories keep its name. */
  removed: z.literal(true).optional(),
});
export type Label = z.infer<typeof label>;

/** A list that keeps removed entries, for their names. IDs and the names that can be chosen are unique. */
function listWithRemoved<Item extends { id: string; name: string; removed?: true | undefined }>(
  item: z.ZodType<Item>,
  most: number,
) {
  const chosen = (all: Item[]) => all.filter(({ removed }) => !removed);
  const isUnique = (values: string[]) => new Set(values).size === values.length;
  return z
    .array(item)
    .max(most + MAX_REMOVED)
    .refine((all) => chosen(all).length <= most, { message: `must have at most ${most}` })
    .refine((all) => isUnique(all.map(({ id }) => id)), { message: "two have the same ID" })
    .refine((all) => isUnique(chosen(all).map(({ name }) => name.toLowerCase())), {
      message: "two have the same name",
    });
}

/** An http or https URL without credentials, `?`, and `#`, and without a slash at its end. */
const siteAddress = z
  .string()
  .trim()
  .max(SITE_ADDRESS_LENGTH)
  .refine((text) => text === "" || isSiteAddress(text), {
    message: "must be an http or https URL without a password, ?, or #",
  })
  .overwrite((text) => URL.parse(text)?.href.replace(/(?<!\/)\/+$/, "") ?? text)
  // Checked after normalization: percent-encoded, it is longer.
  .max(SITE_ADDRESS_LENGTH);

function isSiteAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(text)) return false;
  return url.username === "" && url.password === "";
}

/** The settings of a project with their defaults. */
export const projectSettings = z.strictObject({
  /** Project instructions, part of every prompt. */
  instructions: z.string().max(INSTRUCTIONS_LENGTH).default(""),
  /** Prompt templates with unique IDs. */
  templates: z
    .array(template)
    .max(MAX_TEMPLATES)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      message: "two templates have the same ID",
    })
    .default([]),
  /** Whether linked feedback is resolved automatically when a pull request is merged. */
  resolveWhenMerged: z.boolean().default(false),
  /** In the order in which they are offered. */
  dismissalReasons: listWithRemoved(dismissalReason, MAX_DISMISSAL_REASONS).default(
    DISMISSAL_REASONS,
  ),
  /** Where the documentation is published, which pages link to; empty if that isn't known. */
  siteAddress: siteAddress.default(""),
  /** How its addresses lead to files of the repository. */
  docs: docsRules.prefault({}),
  /** In the order in which they are offered and shown. */
  labels: listWithRemoved(label, MAX_LABELS).default([]),
  /** What agents may change without asking. */
  leash: leash.prefault({}),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

/** All settings of a project, and a number that grows with each change of them. */
export const versionedSettings = z.strictObject({ settings: projectSettings, version: z.number() });
export type VersionedSettings = z.infer<typeof versionedSettings>;

/** A partial update; omitted settings keep their values. */
export const projectSettingsChange = z
  .strictObject({
    instructions: projectSettings.shape.instructions.removeDefault(),
    templates: projectSettings.shape.templates.removeDefault(),
    resolveWhenMerged: projectSettings.shape.resolveWhenMerged.removeDefault(),
    dismissalReasons: projectSettings.shape.dismissalReasons.removeDefault(),
    siteAddress: projectSettings.shape.siteAddress.removeDefault(),
    docs: docsRules,
    labels: projectSettings.shape.labels.removeDefault(),
    leash,
  } satisfies Record<keyof ProjectSettings, z.ZodType>)
  .partial();
export type ProjectSettingsChange = z.infer<typeof projectSettingsChange>;

/** Rules to try on a project's feedback before they are saved. */
export const unsavedDocsRules = z.strictObject({
  docs: docsRules,
  siteAddress: projectSettings.shape.siteAddress.removeDefault(),
});
export type UnsavedDocsRules = z.infer<typeof unsavedDocsRules>;

/**
 * A partial update that depends on the settings as they were read: rejected as a conflict if they were changed since.
 * Without a version, it applies in any case.
 */
export const settingsUpdate = projectSettingsChange.extend({
  version: z.number().int().min(0).optional(),
});
export type SettingsUpdate = z.infer<typeof settingsUpdate>;
