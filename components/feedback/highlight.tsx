"use client";

import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";

/** Shows a text with the search's matches highlighted. */
type Marker = (text: string) => ReactNode;

const MarkerContext = createContext<Marker | null>(null);

/** Highlights what the list's search finds (null without one) as soon as the code for it has loaded. */
export function HighlightMatches({ q, children }: { q: string | null; children: ReactNode }) {
  const [load, setLoad] = useState<{ markerOf: (q: string) => Marker } | null>(null);
  const isNeeded = q !== null && load === null;
  useEffect(() => {
    // Without it, the text is shown all the same.
    if (isNeeded) import("./search-marks.tsx").then(setLoad, () => {});
  }, [isNeeded]);
  const marker = useMemo(() => (q === null ? null : (load?.markerOf(q) ?? null)), [q, load]);
  return <MarkerContext value={marker}>{children}</MarkerContext>;
}

/**
 * Text with the matches of the list's search highlighted.
 * @param props.plain what to show without a search instead of the text
 */
export function Highlight({ text, plain }: { text: string; plain?: ReactNode }): ReactNode {
  const marker = use(MarkerContext);
  return marker ? marker(text) : (plain ?? text);
}
