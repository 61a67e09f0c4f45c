import { z } from "zod";
import { Id } from "#shared/contract/common.ts";

/** A person who may sign in; the password is stored hashed and never answered. */
export const User = z.object({ id: Id, username: z.string() });
export type User = z.infer<typeof User>;
