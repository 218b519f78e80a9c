"use client";

import type { ReactNode } from "react";
import type { Permission } from "../../lib/contract/api/permissions.ts";
import { usePermission } from "./session.tsx";

/** Renders its children only if the signed-in person has the permission. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return usePermission(to) ? children : null;
}
