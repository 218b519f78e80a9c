"use client";

import { useQuery } from "@tanstack/react-query";
import { teammates } from "../../lib/queries/teammates.ts";
import { useSession } from "./session.tsx";

/** Returns a function that names people by ID; undefined while the names are loading. */
export function usePersonName(): (id: string) => string | undefined {
  const { hasSignIn } = useSession();
  const { data } = useQuery({ ...teammates, enabled: hasSignIn });
  return (id) => data && (data.teammates.find((one) => one.id === id)?.name ?? "Deleted teammate");
}
