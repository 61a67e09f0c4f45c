import type { ReactNode } from "react";
import type { Permission } from "#shared/roles.ts";
import { useMay } from "#web/api/use-may.ts";

interface IfAllowedProps {
  /** What the acts need. */
  to: Permission;
  /** What stands there for everybody else. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Offers acts to those alone who may do them. */
export function IfAllowed({ to, otherwise = null, children }: IfAllowedProps) {
  return useMay(to) ? children : otherwise;
}
