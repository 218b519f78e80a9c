"use client";

import { createContext, type ReactNode, use } from "react";
import type { Person } from "../../lib/contract/api/people.ts";
import { may, type Permission } from "../../lib/contract/api/permissions.ts";

interface Session {
  person: Person;
  /** Whether people sign in here at all. */
  hasSignIn: boolean;
}

const SessionContext = createContext<Session | null>(null);

/** Tells what is below who looks at it. */
export function SessionProvider({ children, ...session }: Session & { children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who looks at the page. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("There is no SessionProvider above.");
  return session;
}

/** Whether whoever looks at the page may do it; the server asks again when they try. */
export function usePermission(permission: Permission): boolean {
  return may(useSession().person.role, permission);
}
