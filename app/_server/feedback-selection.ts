import { z } from "zod";
import { InvalidRequest } from "../../lib/errors.ts";
import type { Services } from "../../lib/services.ts";
import { requiredFilters } from "./required-filters.ts";

/** Entries by name; or all that match a filter, by the names and values of its address. */
export const chosen = z.union([
  z.strictObject({ ids: z.array(z.string()) }),
  z.strictObject({
    where: z.record(z.string(), z.string()),
    /** Identifiers to leave out. */
    except: z.array(z.string()).optional(),
    /** Epoch milliseconds: what arrived later was not seen by who asks, and is left out. */
    asOf: z.int().optional(),
  }),
]);

/**
 * The identifiers of what is chosen.
 * @throws {InvalidRequest} for a filter that is none, or more than one change takes: nothing is
 *   done then, rather than a part
 */
export async function idsOf(
  { feedback }: { feedback: Pick<Services["feedback"], "ids"> },
  projectId: string,
  choice: z.infer<typeof chosen>,
): Promise<string[]> {
  if ("ids" in choice) return choice.ids;
  const { where, except, asOf } = choice;
  const filters = requiredFilters(new URLSearchParams(where));
  const { ids, capped } = await feedback.ids(projectId, filters, { except, asOf });
  if (!capped) return ids;
  throw new InvalidRequest(
    `where: more than ${ids.length.toLocaleString("en")} entries match. Nothing was changed; narrow the filter.`,
  );
}
