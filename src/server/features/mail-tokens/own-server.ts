import { MAIL_PROVIDER_FACTS, type SignInMethod } from "#shared/mail-providers.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Access tokens only ever go to the provider's own mail servers, or to any if the operator replaced the provider. Throws
 * invalid.
 */
export function requireOwnServer(
  { providers }: Pick<Workspace, "providers">,
  signIn: SignInMethod,
  host: string,
  field: string,
): void {
  if (signIn === "password" || providers.isReplaced(signIn)) return;
  const { name, hosts } = MAIL_PROVIDER_FACTS[signIn];
  if (hosts.includes(host.toLowerCase())) return;
  throw invalid(field, `${name} only signs in to its own servers: ${hosts.join(", ")}.`);
}
