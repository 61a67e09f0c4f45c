import { invalid } from "#server/platform/errors.ts";
import { isCommonPassword } from "#server/authentication/common-passwords.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";

/**
 * The hash of a password that somebody chose for an account. Throws `invalid` at `field` for the username and for what
 * guessing begins with (NIST SP 800-63B, 5.1.1.2), and too_busy.
 */
export async function hashOfChosen(password: string, username: string, field: string): Promise<string> {
  if (usernameKey(password) === usernameKey(username)) {
    throw invalid(field, "The name is no password. Choose another one, as a few words that belong to nobody else.");
  }
  if (isCommonPassword(password)) {
    throw invalid(field, "This password is among the first that are tried. Choose another one, as a few words.");
  }
  return hashPassword(password);
}
