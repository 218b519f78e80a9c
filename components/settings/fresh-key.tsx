"use client";

import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** A key in clear, for the one time that it is known. */
export function FreshKey({ secret }: { secret: string }) {
  const [label, setLabel] = useState("Copy");
  // Browsers refuse the clipboard to pages that came over plain http from another machine.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setLabel("Copied");
    } catch {
      setLabel("Not possible here: select it and copy");
    }
  };
  return (
    <Notice tone="good" role="status">
      <p>Copy the key now: it is not kept, and it is not shown again.</p>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <code
          data-testid="fresh-key"
          className="strange rounded bg-surface px-2 py-1 font-mono text-ink text-xs"
        >
          {secret}
        </code>
        <Button onClick={copy}>{label}</Button>
      </p>
    </Notice>
  );
}
