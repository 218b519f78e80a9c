"use client";

import { createContext, type ReactNode, use } from "react";
import type { Person } from "../../lib/contract/api/people.ts";
import { may, type Permission } from "../../lib/contract/api/permissions.ts";

interface Session {
  person: Person;
  /** Whether this server requires people to sign in. */
  hasSignIn: boolean;
  /** Whether a hosted platform runs the jobs. Errata doesn't show its pull requests. */
  isHosted?: boolean;
}

const SessionContext = createContext<Session | null>(null);

/** Provides the current person to `useSession` and `usePermission`. */
export function SessionProvider({ children, ...session }: Session & { children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Returns the current person and whether this server has sign-in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession requires a SessionProvider.");
  return session;
}

/** Whether the current person has a permission. The server checks it again on every request. */
export function usePermission(permission: Permission): boolean {
  return may(useSession().person.role, permission);
}
