import { useQuery } from "@tanstack/react-query";
import { type Permission, roleMay } from "#shared/roles.ts";
import { sessionQuery } from "#web/api/session.ts";

/**
 * Whether the current user has a permission, to hide what isn't allowed. True while the user is unknown, and while
 * signed out, when the screen stays behind the sign-in form; the server enforces permissions anyway.
 */
export function useMay(permission: Permission): boolean {
  const { data: session } = useQuery(sessionQuery);
  if (session === undefined || session.state === "signed-out") return true;
  return session.role !== null && roleMay(session.role, permission);
}

/** Whether the current user sees only their own and unassigned leads. */
export function useSeesOnlyOwn(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.seesOnlyOwn === true;
}
