import { z } from "zod";
import { ROLES, TOKEN_SCOPES } from "#shared/roles.ts";

/** Who people are to the product; roles.ts says what each may do, without a schema, for the page's first screen. */
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;
