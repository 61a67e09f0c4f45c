import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { Role } from "#shared/contract/permission.ts";
import { LIMITS } from "#shared/limits.ts";

const { usernameLength, password, totpCode } = LIMITS.account;

/** Compared without case, kept as it was typed. */
export const Username = visibleLine(usernameLength, "A name is needed");

/** Long rather than strange (NIST SP 800-63B, 5.1.1): any characters, no rule about their kinds. */
export const NewPassword = z
  .string()
  .min(password.min, `At least ${password.min} characters`)
  .max(password.max, `At most ${password.max} characters`);

/** A code of an authenticator, or a recovery code. */
export const SecondFactorCode = line(totpCode);

/** A person who may sign in; the password is stored hashed and never answered. */
export const User = z.object({
  id: Id,
  username: z.string(),
  role: Role,
  /** False: signs in no more, keeps what was done under the name. */
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** False while an invitation waits to be accepted, and where only the identity provider signs in. */
  hasPassword: z.boolean(),
  /** Until when the invitation's link works; null when there is none. */
  invitedUntil: Timestamp.nullable(),
  lastSignIn: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type User = z.infer<typeof User>;

/** With a password the account is there at once; without one a link is made with which its owner chooses it. */
export const NewUser = z.object({ username: Username, role: Role, password: NewPassword.optional() });
export type NewUser = z.infer<typeof NewUser>;

/** `invitation`: the path with its secret in the fragment, shown this once; null when a password was given. */
export const CreatedUser = User.extend({ invitation: z.string().nullable() });
export type CreatedUser = z.infer<typeof CreatedUser>;

export const UserUpdate = z.object({ role: Role, isActive: z.boolean() }).partial();
export type UserUpdate = z.infer<typeof UserUpdate>;

/** The invited person's own choice. `token` is what the link's fragment held. */
export const AcceptedInvitation = z.object({ token: z.string().max(200), password: NewPassword });
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;

export const PasswordChange = z.object({
  currentPassword: z.string().max(password.max),
  newPassword: NewPassword,
  /** Programs go on by default. */
  deleteTokens: z.boolean().optional(),
});
export type PasswordChange = z.infer<typeof PasswordChange>;
