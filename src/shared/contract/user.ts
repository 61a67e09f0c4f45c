import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { Role } from "#shared/contract/permission.ts";
import { LIMITS } from "#shared/limits.ts";

const { usernameLength, password, totpCode } = LIMITS.account;

/** Invisible, unassigned and private-use characters, direction marks, and blanks other than a plain space. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;

/** Compared case-insensitively, stored as typed. */
export const Username = visibleLine(usernameLength, "Username is required").refine(
  (name) => !HIDDEN.test(name),
  "Invisible characters aren't allowed in a username",
);

/** Length over complexity (NIST SP 800-63B, 5.1.1): any characters, no composition rules. */
export const NewPassword = z.string().min(password.min).max(password.max);

/** An authenticator or recovery code. */
export const SecondFactorCode = line(totpCode);

/** A person who can sign in; the password is stored hashed and never returned. */
export const User = z.object({
  id: Id,
  username: z.string(),
  role: Role,
  /** False: can't sign in; past work keeps the name. */
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** False while an invitation is pending, and with identity provider sign-in only. */
  hasPassword: z.boolean(),
  /** When the invitation link expires; null without one. */
  invitedUntil: Timestamp.nullable(),
  lastSignIn: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type User = z.infer<typeof User>;

/** Someone who can own leads, while the account is active. */
export const TeamMember = User.pick({ id: true, username: true, isActive: true });
export type TeamMember = z.infer<typeof TeamMember>;

/** Where an invitation is sent. */
const InvitationAddress = z
  .string()
  .trim()
  .max(LIMITS.emailSettings.fieldLength)
  .pipe(z.email("Enter a valid email address"));

/** A new link for an account, emailed if an address is given. */
export const NewInvitation = z.object({ email: InvitationAddress.optional() }).nullish();

/** With a password the account is ready; without one, an invitation link is created, and sent to `email`. */
export const NewUser = z.object({
  username: Username,
  role: Role,
  password: NewPassword.optional(),
  email: InvitationAddress.optional(),
});
export type NewUser = z.infer<typeof NewUser>;

/**
 * `invitation`: path with the secret in its fragment, returned once; null when a password was given or the link was
 * emailed. `mail`: whether it was; null without an address.
 */
export const CreatedUser = User.extend({
  invitation: z.string().nullable(),
  mail: z.object({ to: z.string(), sent: z.boolean(), message: z.string() }).nullable(),
});
export type CreatedUser = z.infer<typeof CreatedUser>;

/** Who takes over the leads of an account that is deleted or deactivated; without it, they become unassigned. */
export const LeadsTo = z.object({ leadsTo: Id.optional() });

export const UserUpdate = z.object({ role: Role, isActive: z.boolean() }).partial().extend(LeadsTo.shape);
export type UserUpdate = z.infer<typeof UserUpdate>;

/** `token` comes from the link's fragment. */
export const AcceptedInvitation = z.object({ token: z.string().max(200), password: NewPassword });
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;

export const PasswordChange = z.object({
  currentPassword: z.string().max(password.max),
  newPassword: NewPassword,
  /** Tokens keep working by default. */
  deleteTokens: z.boolean().optional(),
});
export type PasswordChange = z.infer<typeof PasswordChange>;
