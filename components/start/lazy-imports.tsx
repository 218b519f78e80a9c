"use client";

import { lazyPart } from "../ui/lazy-part.tsx";

// A chunk whose code loads on this page alone.

/** The project's imports. */
export const ImportList = lazyPart<{ projectId: string }>({
  name: "the list of imports",
  load: async () => (await import("./imports/import-list.tsx")).ImportList,
  // As high as the first line, so that what follows doesn't move.
  pending: <p className="text-muted">Loading…</p>,
});
