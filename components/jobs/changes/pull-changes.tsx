"use client";

import type { ShownPull } from "../../../lib/contract/api/pull-request.ts";
import { Changes } from "./changes.tsx";

/** The changes of a pull request on a page of its own. */
export function PullChanges({ pull }: { pull: ShownPull }) {
  const { number, previews } = pull;
  return (
    <Changes
      {...{ number, previews }}
      changes={pull}
      pageAddress={(page) => `/pulls/${number}?page=${page}`}
    />
  );
}
