import { z } from "zod";
import { INSTRUCTIONS_LENGTH, MAX_TEMPLATES, TEMPLATE_LENGTH } from "./limits.ts";

const template = z.strictObject({
  id: z.string().regex(/^[\w-]{1,60}$/),
  name: z.string().trim().min(1).max(TEMPLATE_LENGTH.name),
  /** Replaces the drafted goal. */
  goal: z.string().max(TEMPLATE_LENGTH.goal).optional(),
  /** Appended to the project instructions. */
  text: z.string().max(TEMPLATE_LENGTH.text),
});
export type PromptTemplate = z.infer<typeof template>;

/** The settings of a project with their defaults. */
export const projectSettings = z.strictObject({
  /** Project instructions, part of every prompt. */
  instructions: z.string().max(INSTRUCTIONS_LENGTH).default(""),
  /** Prompt templates with unique IDs. */
  templates: z
    .array(template)
    .max(MAX_TEMPLATES)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      message: "two templates have the same id",
    })
    .default([]),
  /** Whether linked feedback is resolved automatically when a pull request is merged. */
  resolveWhenMerged: z.boolean().default(false),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

/** A partial update; omitted settings keep their values. */
export const projectSettingsChange = z
  .strictObject({
    instructions: projectSettings.shape.instructions.removeDefault(),
    templates: projectSettings.shape.templates.removeDefault(),
    resolveWhenMerged: projectSettings.shape.resolveWhenMerged.removeDefault(),
  } satisfies Record<keyof ProjectSettings, z.ZodType>)
  .partial();
export type ProjectSettingsChange = z.infer<typeof projectSettingsChange>;
