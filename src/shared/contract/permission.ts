import { z } from "zod";
import { ROLES, TOKEN_SCOPES } from "#shared/roles.ts";

/** Permissions per role are in roles.ts, without a schema, so that the page's first screen stays small. */
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;
