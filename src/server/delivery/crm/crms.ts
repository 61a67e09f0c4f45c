import { CRM_KINDS, type CrmKind } from "#shared/crm.ts";
import { createGuardedFetch, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import type { CrmClient, CrmCredentials, CrmDriver } from "#server/delivery/crm/crm-client.ts";
import { HUBSPOT } from "#server/delivery/crm/hubspot.ts";
import { PIPEDRIVE } from "#server/delivery/crm/pipedrive.ts";
import { SALESFORCE } from "#server/delivery/crm/salesforce.ts";

/** Where the operator redirects a CRM's requests; undefined for its own address. */
export type CrmUrls = Readonly<Partial<Record<CrmKind, string | undefined>>>;

const DRIVERS: Readonly<Record<CrmKind, CrmDriver>> = {
  hubspot: HUBSPOT,
  pipedrive: PIPEDRIVE,
  salesforce: SALESFORCE,
};

/** `outbound` reaches the CRMs' own addresses; those of the operator may be private. */
export function createCrms(urls: CrmUrls, outbound: GuardedFetch) {
  const operators = CRM_KINDS.some((kind) => urls[kind] !== undefined)
    ? createGuardedFetch({ allowPrivate: true, connections: 2 })
    : null;
  return {
    /** Normalizes what people entered as the account's address. Throws invalid. */
    site: (kind: CrmKind, typed: string) => DRIVERS[kind].site(typed),
    client(credentials: CrmCredentials): CrmClient {
      const { kind, site } = credentials;
      const url = urls[kind]?.replace(/\/+$/u, "");
      const driver = DRIVERS[kind];
      return url === undefined || operators === null
        ? driver.open(driver.base(site), credentials, outbound)
        : driver.open(url, credentials, operators);
    },
    close: async () => operators?.close(),
  };
}

export type Crms = ReturnType<typeof createCrms>;
