"use client";

import type { ReactNode } from "react";
import type { Permission } from "../../lib/contract/api/permissions.ts";
import { usePermission } from "./session.tsx";

/** What only those see who may do it. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission(to) ? children : null;
}
