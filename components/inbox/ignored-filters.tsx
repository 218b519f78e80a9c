"use client";

import { useSearchParams } from "next/navigation";
import { displayable } from "../../lib/text/displayable.ts";
import { Notice } from "../ui/notice.tsx";

/** Says which parts of an address have no effect, as long as it is that address. @param props.parts such as "rating=bad" */
export function IgnoredFilters({ parts, query }: { parts: string[]; query: string }) {
  if (useSearchParams().toString() !== query) return null;
  const isOne = parts.length === 1;
  return (
    <Notice tone="warn" role="status">
      {isOne ? "Unknown filter: " : "Unknown filters: "}
      <span className="untrusted">{displayable(parts.join(", "))}</span>. The other filters still
      apply, and saved views leave this out.
    </Notice>
  );
}
