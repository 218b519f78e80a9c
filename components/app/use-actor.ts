"use client";

import { displayable } from "../../lib/text/displayable.ts";
import { useSession } from "./session.tsx";

/** Returns how a sentence names who did something, by name: without sign-in, everything was done by "you". */
export function useActor(): (name: string) => string {
  const { person, hasSignIn } = useSession();
  return (name) => (!hasSignIn && name === person.name ? name.toLowerCase() : displayable(name));
}
