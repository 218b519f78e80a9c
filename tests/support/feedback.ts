import { receivedEntry } from "../../lib/contract/platform/feedback.ts";
import { withScore } from "../../lib/services/clean-pages.ts";
import type { MirroredEntry } from "../../lib/store/write/write.ts";

/** An entry as the mirror hands it over; what is not given is a pending rating of one page. */
export function mirrored(fields: Record<string, unknown>): MirroredEntry {
  const received = {
    path: "/guides/auth",
    comment: null,
    createdAt: "2026-10-01T08:00:00Z",
    source: "contextual",
    status: "pending",
    ...fields,
  };
  return withScore({ entry: receivedEntry.parse(received), raw: JSON.stringify(received) });
}
