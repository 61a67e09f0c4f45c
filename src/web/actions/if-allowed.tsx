import type { ReactNode } from "react";
import type { Permission } from "#shared/roles.ts";
import { useMay } from "#web/api/use-may.ts";

interface IfAllowedProps {
  /** Required permission. */
  to: Permission;
  /** Shown to everyone else. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its children only to users with the permission. */
export function IfAllowed({ to, otherwise = null, children }: IfAllowedProps) {
  return useMay(to) ? children : otherwise;
}
