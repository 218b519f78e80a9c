import type { QuarantineList } from "../../../../../lib/queries/quarantine.ts";
import type { Asked } from "../../../../../lib/services.ts";

/** Entries of one answer; raw text is long, and one looks at a few at a time. */
const MOST = 50;

/** What both routes answer. */
export async function quarantineList(
  { quarantine }: Pick<Asked, "quarantine">,
  projectId: string,
): Promise<QuarantineList> {
  const [entries, total] = await Promise.all([
    quarantine.list(projectId, { limit: MOST }),
    quarantine.count(projectId),
  ]);
  return { entries, total };
}
