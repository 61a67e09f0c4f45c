import { isTokenScope, roleMay, roleMayGrant, type Permission, type Role, type TokenScope } from "#shared/roles.ts";
import type { CallingAccount, StoredSession } from "#server/store/account-types.ts";

/** What a route may need: a permission of the contract, or what only the operator's measuring asks for. */
export type RoutePermission = Permission | "metrics";

/** Who makes a call. `at-machine`: whoever sits at it, while nobody has an account. */
export type Caller =
  | { kind: "at-machine" }
  | { kind: "session"; account: CallingAccount; session: StoredSession }
  | { kind: "token"; tokenId: string; account: CallingAccount; scopes: readonly TokenScope[] };

/** Where a call comes from. */
export interface Origin {
  /** An IP address. */
  address: string;
  /** What the browser says of itself; empty when it says nothing. */
  userAgent: string;
}

/** Whether a caller may make a call that needs this. A token may what it was given and its owner's role still allows. */
export function mayCall(caller: Caller, permission: RoutePermission): boolean {
  switch (caller.kind) {
    case "at-machine":
      return true;
    case "session":
      return permission === "metrics"
        ? roleMayGrant(caller.account.role, "metrics")
        : roleMay(caller.account.role, permission);
    case "token":
      if (permission === "anyone") return true;
      return (
        isTokenScope(permission) && caller.scopes.includes(permission) && roleMayGrant(caller.account.role, permission)
      );
  }
}

/** What a caller's role is; the person at the machine manages. */
export function roleOf(caller: Caller): Role {
  return caller.kind === "at-machine" ? "owner" : caller.account.role;
}
