import { LIMITS } from "#shared/limits.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { waitInWords } from "#web/format/wait.ts";

const { failures } = LIMITS.account;

/** Why sign-in failed and what to do: the server's message, or how long to wait after too many attempts. */
export function refusalInWords(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== null) {
    return `Too many attempts. Try again in ${waitInWords(error.retryAfterSeconds)}, or ask an owner for a reset link.`;
  }
  return detailOf(error);
}

/**
 * What to do after sign-in with the identity provider failed. `problem` is the code the server puts in the URL, null
 * without one; `name` is the provider's name, null if unknown.
 */
export function identityProblemInWords(problem: string | null, name: string | null): string {
  const provider = name ?? "your identity provider";
  const first = name ?? "Your identity provider";
  switch (problem) {
    case null:
      return "";
    case "identity_unknown":
      return `No account has the email address that ${provider} sent. Ask an owner to create one for you.`;
    case "email_unverified":
      return `${first} hasn't verified your email address. Verify it there, then try again.`;
    case "username_refused":
      return "Your email address can't be a username: it has invisible characters or looks like a colleague's. Ask an owner to create an account with another name.";
    case "identity_late":
      return `Signing in with ${provider} took too long or started in another browser. Try again.`;
    case "identity_provider_failed":
      return `${first} can't be reached. Sign in with a password, or try again later.`;
    case "too_many_attempts":
      return `Too many attempts from your network. Try again in ${failures.minutes} minutes.`;
    default:
      return `${first} didn't confirm your identity. Try again. If it keeps happening, contact your administrator.`;
  }
}
