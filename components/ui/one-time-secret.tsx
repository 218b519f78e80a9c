"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** A secret for the one time that it is known, with what is to be done with it. */
export function OneTimeSecret(props: { text: string; testId: string; children: ReactNode }) {
  const [label, setLabel] = useState("Copy");
  // Browsers refuse the clipboard to pages that came over plain http from another machine.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setLabel("Copied");
    } catch {
      setLabel("Not possible here: select it and copy");
    }
  };
  return (
    <Notice tone="good" role="status">
      <p>{props.children}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <code
          data-testid={props.testId}
          className="untrusted rounded bg-surface px-2 py-1 font-mono text-ink text-xs"
        >
          {props.text}
        </code>
        <Button onClick={copy}>{label}</Button>
      </p>
    </Notice>
  );
}
