import type { NormalLead } from "#server/pipeline/intake/normalize.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";

/** Stored data for a batch: the leads under any of its keys, and the keys of deleted leads. */
export interface KnownLeads {
  leads: readonly StoredLead[];
  /** The lead that each known row of the source belongs to. */
  rowLeads: ReadonlyMap<string, string>;
  /** The surviving lead for emails and phone numbers of leads that were merged into it. */
  aliases?: { emails: ReadonlyMap<string, string>; phones: ReadonlyMap<string, string> };
  tombstones: {
    emailKeys: ReadonlySet<string>;
    phoneKeys: ReadonlySet<string>;
    rowKeys: ReadonlySet<string>;
  };
  /** Keys that belonged to an erased person; none if omitted. */
  erased?: KnownLeads["tombstones"];
}

/** The keys that identify a lead. */
export interface Keys {
  rowKey: string;
  emailKey: string | null;
  phoneKey: string | null;
}

/** A lead while its batch is decided; `now` is replaced as rows add to it. */
export interface LeadAtWork {
  now: LeadRecord;
  /** The stored lead; null for one that the batch creates. */
  readonly before: StoredLead | null;
  /** Smaller is older. */
  readonly age: number;
}

/** The leads of a batch by key: first the stored ones, then those it creates. */
export class LeadsAtWork {
  readonly all: LeadAtWork[] = [];
  readonly #tombstones: KnownLeads["tombstones"];
  readonly #erased: KnownLeads["tombstones"] | undefined;
  readonly #byEmail = new Map<string, LeadAtWork>();
  readonly #byPhone = new Map<string, Set<LeadAtWork>>();
  readonly #byRow = new Map<string, LeadAtWork>();
  readonly #byFormerEmail = new Map<string, LeadAtWork>();
  readonly #byFormerPhone = new Map<string, LeadAtWork>();
  readonly #byId = new Map<string, LeadAtWork>();

  constructor({ leads, rowLeads, aliases, tombstones, erased }: KnownLeads) {
    this.#tombstones = tombstones;
    this.#erased = erased;
    // Oldest first, with created leads after them. IDs increase, so a shorter or smaller number is older.
    for (const lead of leads.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))) {
      this.#byId.set(lead.id, this.#add(lead, lead));
    }
    for (const [rowKey, id] of rowLeads) {
      const lead = this.#byId.get(id);
      if (lead !== undefined) this.#byRow.set(rowKey, lead);
    }
    for (const [former, of] of [
      [this.#byFormerEmail, aliases?.emails],
      [this.#byFormerPhone, aliases?.phones],
    ] as const) {
      for (const [key, id] of of ?? []) {
        const lead = this.#byId.get(id);
        if (lead !== undefined) former.set(key, lead);
      }
    }
  }

  create(lead: LeadRecord, rowKey: string): LeadAtWork {
    const created = this.#add(lead, null);
    this.#byRow.set(rowKey, created);
    return created;
  }

  /** Stores the changed lead and assigns the row to it. */
  replace(lead: LeadAtWork, changed: LeadRecord, rowKey: string): void {
    lead.now = changed;
    this.#index(lead);
    this.#byRow.set(rowKey, lead);
  }

  /**
   * Finds the lead for these keys by row, then email, then phone, including the keys of leads merged into it. A phone
   * does not join two leads with different emails, since colleagues share a switchboard. Returns "deleted" when a
   * person deleted that lead and "erased" when the keys belong to an erased person; an existing lead with the same row
   * or email takes precedence over both.
   */
  match({ rowKey, emailKey, phoneKey }: Keys): LeadAtWork | "deleted" | "erased" | null {
    const certain = this.#byRow.get(rowKey) ?? this.#ownerOf(emailKey) ?? this.#byFormerEmail.get(emailKey ?? "");
    if (certain !== undefined) return certain;
    if (this.#erased?.rowKeys.has(rowKey) === true) return "erased";
    if (emailKey !== null && this.#erased?.emailKeys.has(emailKey) === true) return "erased";
    const { rowKeys, emailKeys, phoneKeys } = this.#tombstones;
    if (rowKeys.has(rowKey) || (emailKey !== null && emailKeys.has(emailKey))) return "deleted";
    if (phoneKey === null) return null;
    const sharing = [...(this.#byPhone.get(phoneKey) ?? [])].filter(({ now }) => now.phoneKey === phoneKey);
    const found =
      oldest(sharing.filter(({ now }) => now.emailKey === null)) ?? (emailKey === null ? oldest(sharing) : null);
    if (found !== null || emailKey !== null) return found;
    const former = this.#byFormerPhone.get(phoneKey);
    if (former !== undefined) return former;
    if (this.#erased?.phoneKeys.has(phoneKey) === true) return "erased";
    return phoneKeys.has(phoneKey) ? "deleted" : null;
  }

  /**
   * Finds a lead without an email by its ID in an export. Another server gives the same ID to another lead, so name and
   * phone must match.
   */
  exportedAs(id: string | undefined, { emailKey, fields: { name, phone } }: NormalLead): LeadAtWork | null {
    const lead = this.#byId.get(id ?? "");
    const isSame =
      emailKey === null && lead?.now.emailKey === null && lead.now.name === name && lead.now.phone === phone;
    return isSame ? lead : null;
  }

  /** Whether the email belongs to another lead or to an erased person. */
  isTaken(emailKey: string | null, by: LeadAtWork): boolean {
    const owner = this.#ownerOf(emailKey);
    if (owner !== undefined) return owner !== by;
    return emailKey !== null && this.#erased?.emailKeys.has(emailKey) === true;
  }

  /** A lead whose row now has another email no longer owns its former one. */
  #ownerOf(emailKey: string | null): LeadAtWork | undefined {
    const owner = emailKey === null ? undefined : this.#byEmail.get(emailKey);
    return owner?.now.emailKey === emailKey ? owner : undefined;
  }

  #add(now: LeadRecord, before: StoredLead | null): LeadAtWork {
    const lead: LeadAtWork = { now, before, age: this.all.length };
    this.all.push(lead);
    this.#index(lead);
    return lead;
  }

  #index(lead: LeadAtWork): void {
    const { emailKey, phoneKey } = lead.now;
    if (emailKey !== null) this.#byEmail.set(emailKey, lead);
    if (phoneKey === null) return;
    const sharing = this.#byPhone.get(phoneKey);
    if (sharing === undefined) this.#byPhone.set(phoneKey, new Set([lead]));
    else sharing.add(lead);
  }
}

function oldest(leads: readonly LeadAtWork[]): LeadAtWork | null {
  return leads.reduce<LeadAtWork | null>(
    (found, lead) => (found === null || lead.age < found.age ? lead : found),
    null,
  );
}
