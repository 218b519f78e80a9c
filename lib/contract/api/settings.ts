import { z } from "zod";

// What a team settles for a project. Sizes are in characters.

const template = z.strictObject({
  id: z.string().regex(/^[\w-]{1,60}$/),
  name: z.string().trim().min(1).max(80),
  /** Stands for the drafted goal. */
  goal: z.string().max(2_000).optional(),
  /** Goes into the prompt's standing instructions. */
  text: z.string().max(20_000),
});
export type PromptTemplate = z.infer<typeof template>;

/** The settings of a project, each with its default. */
export const projectSettings = z.strictObject({
  /** Standing instructions for every prompt. */
  instructions: z.string().max(10_000).default(""),
  /** Named ways to draft a prompt; their ids differ. */
  templates: z
    .array(template)
    .max(50)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      message: "two templates have the same id",
    })
    .default([]),
  /** Whether feedback behind a merged pull request is resolved without asking. */
  resolveWhenMerged: z.boolean().default(false),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

/** A change of settings; what is not named stays. */
export const projectSettingsChange = z
  .strictObject({
    instructions: projectSettings.shape.instructions.removeDefault(),
    templates: projectSettings.shape.templates.removeDefault(),
    resolveWhenMerged: projectSettings.shape.resolveWhenMerged.removeDefault(),
  })
  .partial();
export type ProjectSettingsChange = z.infer<typeof projectSettingsChange>;
