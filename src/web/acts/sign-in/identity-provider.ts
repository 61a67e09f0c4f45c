import type { Session } from "#shared/contract/session.ts";

/** The identity provider that one may sign in with, and the address that leads there and back to `path`; null without. */
export function identityProviderOf(
  session: Session | undefined,
  path: string,
): { name: string; address: string } | null {
  const name = session?.identityProvider ?? null;
  return name === null ? null : { name, address: `/api/session/oidc?${new URLSearchParams({ next: path })}` };
}
