"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { type DefaultViewFilters, hidingWithout } from "../../lib/filters/feedback-filters.ts";
import { SHOWN_COOKIE, savePreference } from "./cookie.ts";

interface DefaultView {
  /** What the inbox hides when this person opens it. */
  hiding: DefaultViewFilters;
  /** Remembers whether the person wants to see something that the inbox hides by default. */
  show: (name: string, isShown: boolean) => void;
}

const DefaultViewContext = createContext<DefaultView>({
  hiding: hidingWithout(""),
  show: () => {},
});

/** Provides what the inbox hides by default. @param props.shown the value of the cookie */
export function DefaultViewProvider(props: { shown: string; children: ReactNode }) {
  const [shown, setShown] = useState(props.shown);
  const view = useMemo(
    () => ({
      hiding: hidingWithout(shown),
      show: (name: string, isShown: boolean) => {
        const others = shown.split(",").filter((other) => other !== name && other !== "");
        const names = [...others, ...(isShown ? [name] : [])].join(",");
        setShown(names);
        savePreference(SHOWN_COOKIE, names);
      },
    }),
    [shown],
  );
  return <DefaultViewContext value={view}>{props.children}</DefaultViewContext>;
}

/** Returns what the inbox hides when this person opens it, and how to change that. */
export function useDefaultView(): DefaultView {
  return use(DefaultViewContext);
}
