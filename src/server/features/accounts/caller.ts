import type { RoutePermission } from "#server/http/route.ts";
import type { McpTool } from "#shared/mcp-tools.ts";
import { isTokenScope, roleMay, roleMayGrant, type Role, type TokenScope } from "#shared/roles.ts";
import type { CallingAccount, StoredSession } from "#server/db/accounts/sessions.ts";

/** Who makes a call. `at-machine`: the person at the machine, while nobody has an account. */
export type Caller =
  | { kind: "at-machine" }
  | { kind: "session"; account: CallingAccount; session: StoredSession }
  | {
      kind: "token";
      tokenId: string;
      account: CallingAccount;
      scopes: readonly TokenScope[];
      tools: readonly McpTool[] | null;
    };

/** Where a call comes from. */
export interface Origin {
  /** An IP address. */
  address: string;
  /** The User-Agent; empty without one. */
  userAgent: string;
}

/**
 * Whether a caller may make a call that needs this. A token may do what it was granted and its owner's role still
 * allows.
 */
export function mayCall(caller: Caller, permission: RoutePermission): boolean {
  switch (caller.kind) {
    case "at-machine":
      return true;
    case "session":
      // Assistants use tokens, which are limited to what they need.
      if (permission === "mcp") return false;
      return permission === "metrics"
        ? roleMayGrant(caller.account.role, "metrics")
        : roleMay(caller.account.role, permission);
    case "token":
      if (permission === "anyone" || permission === "mcp") return true;
      return (
        isTokenScope(permission) && caller.scopes.includes(permission) && roleMayGrant(caller.account.role, permission)
      );
  }
}

/** A caller's role; the person at the machine is an owner. */
export function roleOf(caller: Caller): Role {
  return caller.kind === "at-machine" ? "owner" : caller.account.role;
}
