import type { Session } from "#shared/contract/session.ts";

/** The identity provider, with a sign-in URL that returns to `path`; null if not configured. */
export function identityProviderOf(
  session: Session | undefined,
  path: string,
): { name: string; address: string } | null {
  const name = session?.identityProvider ?? null;
  return name === null ? null : { name, address: `/api/session/oidc?${new URLSearchParams({ next: path })}` };
}
