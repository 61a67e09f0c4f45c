import { domainToASCII } from "node:url";
import { isDisposable } from "#server/features/address-check/decide-mark.ts";
import { isFreeMailDomain, registrableDomain } from "#server/pipeline/text/domains.ts";
import type { Workspace } from "#server/workspace.ts";

/** Whether a domain's website may be read: that of a company, and not the team's. */
export type IsCompanyDomain = (domain: string) => boolean;

/** The team's domains are those of its accounts, mailboxes and reports. */
export async function companyDomains({ store }: Pick<Workspace, "store">): Promise<IsCompanyDomain> {
  const [accounts, mailbox, emailSettings, sources] = await Promise.all([
    store.accounts.list(),
    store.mailbox.read(),
    store.emailSettings.list(),
    store.dataSources.list(),
  ]);
  const addresses = [
    ...accounts.map(({ username }) => username),
    mailbox?.email ?? "",
    ...emailSettings.map(({ fromEmail }) => fromEmail),
    ...sources.flatMap(({ config }) => ("email" in config ? [String(config.email)] : [])),
  ];
  const own = new Set(addresses.flatMap((address) => siteOf(address.slice(address.lastIndexOf("@") + 1)) ?? []));
  return (domain) => {
    const site = siteOf(domain);
    return site !== null && !own.has(site) && !isFreeMailDomain(domain) && !isDisposable(domain);
  };
}

function siteOf(domain: string): string | null {
  return registrableDomain(domainToASCII(domain));
}
