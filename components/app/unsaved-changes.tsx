"use client";

import { useEffect, useState } from "react";
import { countUnsaved } from "../../lib/outbox/stored-keys.ts";

/**
 * Says how many unsaved changes this browser keeps. Works without the page's data.
 * @param props.until what happens before they are saved: "when Errata loads again"
 */
export function UnsavedChanges({ until }: { until: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => setCount(countUnsaved()), []);
  if (count === 0) return null;
  return (
    <p className="text-muted">
      {count === 1
        ? `1 unsaved change is kept in this browser. It saves ${until}.`
        : `${count.toLocaleString("en")} unsaved changes are kept in this browser. They save ${until}.`}
    </p>
  );
}
