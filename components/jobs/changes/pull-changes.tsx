"use client";

import type { PullRequest } from "../../../lib/contract/api/pull-request.ts";
import { Changes } from "./changes.tsx";

/** The changes of a pull request on a page of its own. */
export function PullChanges({ pull }: { pull: PullRequest }) {
  return <Changes changes={pull} pageAddress={(page) => `/pulls/${pull.number}?page=${page}`} />;
}
