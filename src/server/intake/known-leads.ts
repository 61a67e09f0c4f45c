import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";

/** What is known before a batch: the leads under any of its keys, and which keys a person has deleted. */
export interface KnownLeads {
  leads: readonly StoredLead[];
  /** Which lead each known row of the source belongs to. */
  rowLeads: ReadonlyMap<string, string>;
  /** Which lead those were merged into that an e-mail or a phone was of. */
  aliases?: { emails: ReadonlyMap<string, string>; phones: ReadonlyMap<string, string> };
  tombstones: {
    emailKeys: ReadonlySet<string>;
    phoneKeys: ReadonlySet<string>;
    rowKeys: ReadonlySet<string>;
  };
  /** Which of the keys were a person's who was erased; none without it. */
  erased?: KnownLeads["tombstones"];
}

/** What identity is decided on. */
export interface Keys {
  rowKey: string;
  emailKey: string | null;
  phoneKey: string | null;
}

/** A lead while its batch is decided; `now` is replaced as rows add to it. */
export interface LeadAtWork {
  now: LeadRecord;
  /** As stored; null for one that the batch creates. */
  readonly before: StoredLead | null;
  /** Smaller is older. */
  readonly age: number;
}

/** The leads of a batch by their keys: those known before and those it creates, in that order. */
export class LeadsAtWork {
  readonly all: LeadAtWork[] = [];
  readonly #tombstones: KnownLeads["tombstones"];
  readonly #erased: KnownLeads["tombstones"] | undefined;
  readonly #byEmail = new Map<string, LeadAtWork>();
  readonly #byPhone = new Map<string, Set<LeadAtWork>>();
  readonly #byRow = new Map<string, LeadAtWork>();
  readonly #byFormerEmail = new Map<string, LeadAtWork>();
  readonly #byFormerPhone = new Map<string, LeadAtWork>();

  constructor({ leads, rowLeads, aliases, tombstones, erased }: KnownLeads) {
    this.#tombstones = tombstones;
    this.#erased = erased;
    const byId = new Map<string, LeadAtWork>();
    // Oldest first, as created leads follow: ids grow, so the shorter or smaller number is the older.
    for (const lead of leads.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))) {
      byId.set(lead.id, this.#add(lead, lead));
    }
    for (const [rowKey, id] of rowLeads) {
      const lead = byId.get(id);
      if (lead !== undefined) this.#byRow.set(rowKey, lead);
    }
    for (const [former, of] of [
      [this.#byFormerEmail, aliases?.emails],
      [this.#byFormerPhone, aliases?.phones],
    ] as const) {
      for (const [key, id] of of ?? []) {
        const lead = byId.get(id);
        if (lead !== undefined) former.set(key, lead);
      }
    }
  }

  create(lead: LeadRecord, rowKey: string): LeadAtWork {
    const created = this.#add(lead, null);
    this.#byRow.set(rowKey, created);
    return created;
  }

  /** Puts the changed lead in place; the row is its from now on. */
  replace(lead: LeadAtWork, changed: LeadRecord, rowKey: string): void {
    lead.now = changed;
    this.#index(lead);
    this.#byRow.set(rowKey, lead);
  }

  /**
   * The lead that these keys mean: by row, else by e-mail, else by phone, which may be those of a lead merged into it. A phone does not join two leads with different
   * e-mails: colleagues share a switchboard. "deleted" when a person has deleted what the keys mean, "erased" when they
   * are those of somebody who was erased; a lead that lives under the row or the e-mail goes before either.
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

  /** Whether another lead than this one has the e-mail, or somebody had it who was erased. */
  isTaken(emailKey: string | null, by: LeadAtWork): boolean {
    const owner = this.#ownerOf(emailKey);
    if (owner !== undefined) return owner !== by;
    return emailKey !== null && this.#erased?.emailKeys.has(emailKey) === true;
  }

  /** A lead whose row now names another e-mail has left its former one. */
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
