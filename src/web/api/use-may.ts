import { useQuery } from "@tanstack/react-query";
import { type Permission, roleMay } from "#shared/roles.ts";
import { sessionQuery } from "#web/api/session.ts";

/**
 * Whether the person at this page may make calls that need this, so that nothing else is offered. True while the
 * server could not say who that is, and while signed out, when the screen stands as it is behind the sign-in: the
 * server refuses by itself what it must.
 */
export function useMay(permission: Permission): boolean {
  const { data: session } = useQuery(sessionQuery);
  if (session === undefined || session.state === "signed-out") return true;
  return session.role !== null && roleMay(session.role, permission);
}
