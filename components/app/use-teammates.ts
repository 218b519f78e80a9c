"use client";

import { useQuery } from "@tanstack/react-query";
import type { Teammate } from "../../lib/contract/api/people.ts";
import { teammates } from "../../lib/queries/teammates.ts";
import { useSession } from "./session.tsx";

/** Returns everyone with an account; undefined while they load, and without sign-in. */
export function useTeammates(): Teammate[] | undefined {
  const { hasSignIn } = useSession();
  return useQuery({ ...teammates, enabled: hasSignIn }).data?.teammates;
}
