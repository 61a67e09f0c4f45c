/**
 * What an endpoint requires. `anyone`: no sign-in. `signed-in`: any account, for its own data. `read`: view leads,
 * rules and figures. `intake`: add leads. `work`: decide, edit, sync and send. `manage`: data sources, server addresses
 * and passwords, settings, audit log, personal data. `accounts`: who has access.
 */
export const PERMISSIONS = ["anyone", "signed-in", "read", "intake", "work", "manage", "accounts"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Viewers read, members work, owners manage. */
export const ROLES = ["owner", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Scopes of API tokens. `signed-in` and `accounts` are excluded, so that a token can't create access that outlives it.
 */
export const TOKEN_SCOPES = ["read", "intake", "work", "manage", "metrics"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** "an owner", "a member". */
export function roleWords(role: Role): string {
  return `${role === "owner" ? "an" : "a"} ${role}`;
}

const OF_ROLES: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(["anyone", "signed-in", "read"]),
  member: new Set(["anyone", "signed-in", "read", "intake", "work"]),
  owner: new Set(PERMISSIONS),
};

/** Whether the role has the permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return OF_ROLES[role].has(permission);
}

/** Whether the role sees all leads when members see only their own and unassigned ones. */
export function roleSeesAll(role: Role): boolean {
  return roleMay(role, "manage");
}

/** Whether tokens can have this permission; the rest require a signed-in user. */
export function isTokenScope(permission: Permission | TokenScope): permission is TokenScope {
  return (TOKEN_SCOPES as readonly string[]).includes(permission);
}

/** Whether a role may grant the scope to a token. `metrics` is for operators. */
export function roleMayGrant(role: Role, scope: TokenScope): boolean {
  return scope === "metrics" ? role === "owner" : roleMay(role, scope);
}

/**
 * The permission to run, cancel, retry or dismiss work of this kind by hand. Backups need more: each one rotates out
 * the oldest, so enough runs would delete all history.
 */
export function runNeeds(work: string): Permission {
  return work === "backup" ? "manage" : "work";
}
