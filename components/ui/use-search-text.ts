"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/**
 * The text of a search field that updates the URL as someone types, and follows the URL when it changes elsewhere.
 * @param text what the URL has; null for no search
 * @returns the text of the field, how to change it, and what its blur event calls
 */
export function useSearchText(text: string | null, onSearch: (text: string | null) => void) {
  const [typed, setTyped] = useState(text ?? "");
  const searched = useRef(text);
  /** URL values that this field set. They may arrive after more was typed. */
  const own = useRef(new Set<string | null>());
  useEffect(() => {
    if (text === searched.current || own.current.has(text)) return;
    searched.current = text;
    setTyped(text ?? "");
  }, [text]);
  const stop = useCallback(() => own.current.clear(), []);
  useEffect(() => {
    // The back button returns to what the URL had before.
    addEventListener("popstate", stop);
    return () => removeEventListener("popstate", stop);
  }, [stop]);
  const type = (value: string) => {
    setTyped(value);
    searched.current = value.trim() || null;
    own.current.add(text).add(searched.current);
    onSearch(searched.current);
  };
  return { typed, type, stop };
}
