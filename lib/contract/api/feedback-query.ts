// Parameters of requests for feedback. `lib/filters` says what the filters' values mean.
import { z } from "zod";
import { instant } from "./instant.ts";
import { LIST_LIMIT } from "./list-limits.ts";

/** The feedback filter as it is written in an address. */
export const filterQuery = z.strictObject({
  date: z.string().optional(),
  dateFrom: z.string().optional(),
  dateTo: z.string().optional(),
  source: z.string().optional(),
  status: z.string().optional(),
  path: z.string().optional(),
  helpful: z.string().optional(),
  rated: z.string().optional(),
  comment: z.string().optional(),
  noise: z.string().optional(),
  snoozed: z.string().optional(),
  bareVote: z.string().optional(),
  praise: z.string().optional(),
  reason: z.string().optional(),
  differs: z.string().optional(),
  dismissedFor: z.string().optional(),
  assignee: z.string().optional(),
  label: z.string().optional(),
  q: z.string().optional(),
  job: z.string().optional(),
  hasJob: z.string().optional(),
  contact: z.string().optional(),
  groupSize: z.string().optional(),
  similarTo: z.string().optional(),
  decidedOn: z.string().optional(),
  resolvedOn: z.string().optional(),
  grouped: z.string().optional(),
  sort: z.string().optional(),
});
export type FilterQuery = z.infer<typeof filterQuery>;

/** How many rows to return. Only digits count: `1e2` and `0x10` are rejected. */
export const limitQuery = z
  .string()
  .regex(/^\d{1,9}$/, `must be a whole number from 1 to ${LIST_LIMIT.maximum}`)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= LIST_LIMIT.maximum, {
    message: `must be a whole number from 1 to ${LIST_LIMIT.maximum}`,
  })
  .default(LIST_LIMIT.default);

/** The page of a list to return. */
export const pageQuery = { limit: limitQuery, cursor: z.string().optional() };

/** How a list shows feedback. */
export const listQuery = {
  ...pageQuery,
  /** Lists the bare votes for a page on one UTC day as one row. */
  voteLines: z.literal("true").optional(),
};

/** Either items by ID, or all items that match a filter. */
export const feedbackSelection = z.union([
  z.strictObject({ ids: z.array(z.string()) }),
  z.strictObject({
    /** The parameters of `filterQuery`. */
    where: z.record(z.string(), z.string()),
    /** IDs to leave out. */
    except: z.array(z.string()).optional(),
    /** Epoch milliseconds. Items that arrived later weren't on the screen and are left out. */
    asOf: instant.optional(),
  }),
]);
export type FeedbackSelection = z.infer<typeof feedbackSelection>;
