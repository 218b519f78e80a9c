"use client";

import type { ReactNode } from "react";
import type { Permission } from "../../lib/contract/api/permissions.ts";
import { useMay } from "./person.tsx";

/** What only those see who may do it. */
export function Allowed({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay(to) ? children : null;
}
