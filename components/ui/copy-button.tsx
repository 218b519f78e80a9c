"use client";

import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text, and says whether it worked. */
export function CopyButton({ text }: { text: string }) {
  const [label, setLabel] = useState("Copy");
  // Browsers only allow clipboard access on secure origins.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLabel("Copied");
    } catch {
      setLabel("Couldn't copy. Select the text instead");
    }
  };
  return <Button onClick={copy}>{label}</Button>;
}
