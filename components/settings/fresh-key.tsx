"use client";

import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** A key in clear, for the one time that it is known. */
export function FreshKey({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true));
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
        <Button onClick={copy}>{copied ? "Copied" : "Copy"}</Button>
      </p>
    </Notice>
  );
}
