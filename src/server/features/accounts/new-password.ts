import { invalid } from "#server/platform/errors.ts";
import { whyGuessable } from "#server/features/accounts/credentials/password-strength.ts";
import { hashPassword } from "#server/features/accounts/credentials/passwords.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Hashes a new password. Throws `invalid` at `field` if it is easy to guess, including for someone who knows the
 * username (NIST SP 800-63B, 5.1.1.2), and too_busy.
 */
export async function hashOfChosen(
  { passwordCost }: Pick<Workspace, "passwordCost">,
  password: string,
  username: string,
  field: string,
): Promise<string> {
  const reason = await whyGuessable(password, [username]);
  if (reason !== null) {
    throw invalid(field, `Too easy to guess: ${reason}. Use four or more unrelated words.`);
  }
  return hashPassword(password, passwordCost);
}
