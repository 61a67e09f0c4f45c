import { LIMITS } from "#shared/limits.ts";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { waitInWords } from "#web/format/wait.ts";

const { failures } = LIMITS.account;

/** Why one could not sign in, and what to do: the server's sentence, or how long to wait after too many attempts. */
export function refusalInWords(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== null) {
    return `Too many attempts. Try again in ${waitInWords(error.retryAfterSeconds)}.`;
  }
  return detailOf(error);
}

/**
 * What to do after the identity provider could not sign one in. `problem` is the id that the server puts into the
 * address, because the address is no place for sentences; null where it put none. `name` is the provider's, null where that is not known.
 */
export function identityProblemInWords(problem: string | null, name: string | null): string {
  const provider = name ?? "your identity provider";
  const first = name ?? "Your identity provider";
  switch (problem) {
    case null:
      return "";
    case "identity_unknown":
      return `No account here has the e-mail address that ${provider} knows you by. Ask an owner of your team for one.`;
    case "email_unverified":
      return `${first} does not vouch for your e-mail address, so it does not say which account is yours. Have the address confirmed there.`;
    case "identity_late":
      return `Signing in with ${provider} took too long, or began in another browser. Try again.`;
    case "identity_provider_failed":
      return `${first} cannot be reached. Sign in with a password meanwhile, or try again later.`;
    case "too_many_attempts":
      return `Too many attempts from your network. Try again in ${failures.minutes} minutes.`;
    default:
      return `${first} did not confirm who you are. Try again, and ask whoever runs Winnow if it happens again.`;
  }
}
