// Saved views of the inbox: filters, their order, and how the list looks.
import { z } from "zod";
import { VIEW_NAME_LENGTH, VIEW_QUERY_LENGTH } from "./limits.ts";
import { COLUMN_WIDTH, HIDEABLE_COLUMNS, ROW_SIZES } from "./list-layouts.ts";

export const listLayout = z.strictObject({
  rows: z.enum(ROW_SIZES),
  hidden: z.array(z.enum(HIDEABLE_COLUMNS)).max(HIDEABLE_COLUMNS.length),
  /** In pixels, of the columns that aren't as wide as usual. */
  widths: z
    .partialRecord(
      z.enum(HIDEABLE_COLUMNS),
      z.number().int().min(COLUMN_WIDTH.min).max(COLUMN_WIDTH.max),
    )
    .optional(),
});
export type ListLayout = z.infer<typeof listLayout>;

export const savedView = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Whether the whole team has it; otherwise, only its author does. */
  isTeam: z.boolean(),
  /** The filters and the order, as in the inbox's URL, without `?`. Periods such as `last-7-days` stay as they are. */
  query: z.string(),
  /** Null for the layout that each person has chosen. */
  layout: listLayout.nullable(),
  /** Items that match; null if roll-ups can't count them. */
  count: z.number().nullable(),
});
export type SavedView = z.infer<typeof savedView>;

/** A person's views and the team's, in the order that the person has chosen. */
export const viewList = z.strictObject({
  views: z.array(savedView),
  /** ID of the view that the person's visits begin with. */
  defaultId: z.string().nullable(),
});
export type ViewList = z.infer<typeof viewList>;

const viewFields = {
  name: z.string().trim().min(1).max(VIEW_NAME_LENGTH),
  isTeam: z.boolean(),
  query: z.string().max(VIEW_QUERY_LENGTH),
  layout: listLayout.nullable(),
};

/** A new view. The browser makes its ID, so that sending it again doesn't add another one. 409 if another view has it. */
export const newView = z.strictObject({ id: z.string().regex(/^[\w-]{8,80}$/), ...viewFields });
export type NewView = z.infer<typeof newView>;

export const viewChange = z.strictObject(viewFields).partial();
export type ViewChange = z.infer<typeof viewChange>;

/** Each person's own arrangement. Views that `order` doesn't name come last. */
export const viewArrangement = z
  .strictObject({ order: z.array(z.string()).max(1_000), defaultId: z.string().nullable() })
  .partial();
export type ViewArrangement = z.infer<typeof viewArrangement>;
