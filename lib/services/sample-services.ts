import "server-only";
import type { Actor } from "../contract/api/people.ts";
import { Conflict } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { sampleIds } from "../platform/sample/ids.ts";
import { SAMPLE_PROJECT } from "../platform/sample/site.ts";
import type { ItemServices } from "./item-services.ts";

export type SampleServices = ReturnType<typeof sampleServices>;

/**
 * The feedback that a new installation starts with.
 * @param platform null with a hosted platform, which has no sample
 */
export function sampleServices(
  platform: Pick<EmbeddedPlatform, "countEntries" | "deleteEntries"> | null,
  items: ItemServices,
) {
  let known: string[] | undefined;
  // Cached, because every inbox asks; deleted items stay deleted.
  let isGone = false;
  const ids = () => {
    known ??= sampleIds();
    return known;
  };
  const count = async (projectId: string, most?: number) => {
    if (isGone || !platform || projectId !== SAMPLE_PROJECT.id) return 0;
    const found = await platform.countEntries(projectId, ids(), most);
    isGone = found === 0;
    return found;
  };
  return {
    /** Whether the project has feedback of the sample. */
    isPresent: async (projectId: string) => (await count(projectId, 1)) > 0,
    /** The number of the sample's items that are left. */
    count: (projectId: string) => count(projectId),
    /**
     * Deletes the sample's feedback and nothing else of the project. It doesn't come back: a start adds the
     * sample only where there is no project.
     * @param expected the number of items that the person agreed to delete
     * @returns the number of deleted items
     * @throws {Conflict} if another number is left
     */
    remove: async (projectId: string, expected: number, by: Actor) => {
      if ((await count(projectId)) !== expected) {
        throw new Conflict("The sample data has changed. Reload the page and try again.");
      }
      const deleted = await items.delete(projectId, ids(), by);
      // Includes items that the mirror hadn't read yet.
      await platform?.deleteEntries(projectId, ids());
      return deleted;
    },
  };
}
