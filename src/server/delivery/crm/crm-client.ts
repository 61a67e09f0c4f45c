import type { CrmKind } from "#shared/crm.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";

/** How to sign in to a CRM. */
export interface CrmCredentials {
  kind: CrmKind;
  /** The account's address or domain; empty where the CRM has only one. */
  site: string;
  clientId: string;
  secret: string;
}

/** An account of a CRM. */
export interface CrmAccount {
  /** Identifies the account whatever token is used. */
  id: string;
  name: string;
  /** The page of a record, with `{id}`. */
  link: string;
}

export interface CrmField {
  name: string;
  label: string;
  /** Whether it accepts only numbers. */
  isNumber: boolean;
}

export interface CrmOwner {
  id: string;
  name: string;
  email: string;
}

/** What is sent: the mapped fields, and what identifies the person. */
export interface CrmLead {
  email: string;
  /** For finding a lead without an email, and for required names. */
  name: string;
  company: string;
  phone: string;
  fields: Readonly<Record<string, string | number>>;
  /** The CRM's id of the owner; null leaves the record's owner as it is. */
  owner: string | null;
}

/** A CRM account. Every method throws CrmFailure. */
export interface CrmClient {
  account(): Promise<CrmAccount>;
  /** The fields that can be written and hold text or numbers. */
  fields(): Promise<CrmField[]>;
  owners(): Promise<CrmOwner[]>;
  /** The record with this email or, without one, with this phone and name; null if there is none. */
  find(lead: CrmLead): Promise<string | null>;
  /** Creates the record and returns its id; an existing one that the CRM recognizes is updated instead. */
  create(lead: CrmLead): Promise<string>;
  /** Returns the id of the updated record, which is another one after a merge; null if the record was deleted. */
  update(id: string, lead: CrmLead): Promise<string | null>;
}

/** What a CRM's file exports: the whole of what the server knows about it. */
export interface CrmDriver {
  /** Normalizes what people entered as the account's address. Throws invalid for one of another service. */
  site(typed: string): string;
  /** The address of its API. */
  base(site: string): string;
  open(base: string, credentials: CrmCredentials, outbound: GuardedFetch): CrmClient;
}

/** The fields as a CRM with strict types accepts them: numbers only where a field is one. */
export async function typedFields({ fields }: CrmLead, known: () => Promise<CrmField[]>): Promise<CrmLead["fields"]> {
  const entries = Object.entries(fields);
  if (entries.every(([, value]) => typeof value === "string")) return fields;
  const numeric = new Set((await known()).filter(({ isNumber }) => isNumber).map(({ name }) => name));
  return Object.fromEntries(entries.map(([name, value]) => [name, numeric.has(name) ? Number(value) : String(value)]));
}

/**
 * Updates or creates a lead's record, and returns its id. A record that was created but whose id wasn't stored, because
 * the process was killed, is found again.
 */
export async function saveRecord(client: CrmClient, lead: CrmLead, known: string | null): Promise<string> {
  const updated = known === null ? null : await client.update(known, lead);
  if (updated !== null) return updated;
  const found = await client.find(lead);
  const reused = found === null || found === known ? null : await client.update(found, lead);
  return reused ?? client.create(lead);
}
