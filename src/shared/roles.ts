/**
 * What a call needs. `anyone`: no sign-in. `signed-in`: any account, of its own affairs. `read`: sees leads, rules and
 * figures. `intake`: brings leads in. `work`: decides, edits, syncs and sends. `manage`: data sources and other addresses
 * and passwords of servers, what the product obeys, the audit log, personal data. `accounts`: who gets in.
 */
export const PERMISSIONS = ["anyone", "signed-in", "read", "intake", "work", "manage", "accounts"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who people are to the product; a viewer reads, a member works, an owner manages. */
export const ROLES = ["owner", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What an API token may be given: neither one's own affairs nor `accounts`, so that no token opens a further door, which
 * would stay open when the token is deleted.
 */
export const TOKEN_SCOPES = ["read", "intake", "work", "manage", "metrics"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const OF_ROLES: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(["anyone", "signed-in", "read"]),
  member: new Set(["anyone", "signed-in", "read", "intake", "work"]),
  owner: new Set(PERMISSIONS),
};

/** Whether who has this role may make a call that needs this. */
export function roleMay(role: Role, permission: Permission): boolean {
  return OF_ROLES[role].has(permission);
}

/** Whether tokens may be given this; what they may not, a person has to be signed in for. */
export function isTokenScope(permission: Permission | TokenScope): permission is TokenScope {
  return (TOKEN_SCOPES as readonly string[]).includes(permission);
}

/** Whether a role may give a token this scope. `metrics` is of the operator. */
export function roleMayGrant(role: Role, scope: TokenScope): boolean {
  return scope === "metrics" ? role === "owner" : roleMay(role, scope);
}

/**
 * What running a schedule by hand needs, and what stopping, trying again or dropping a job of that kind does: each backup
 * puts the oldest away, so presses enough would leave none from before.
 */
export function runNeeds(work: string): Permission {
  return work === "backup" ? "manage" : "work";
}
