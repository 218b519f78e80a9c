"use client";

import { lazyPart } from "../ui/lazy-part.tsx";

/** The project's imports. Their code loads on this page alone. */
export const ImportList = lazyPart<{ projectId: string }>({
  name: "the list of imports",
  load: async () => (await import("./imports/import-list.tsx")).ImportList,
});
