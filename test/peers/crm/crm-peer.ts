import { startWebsitePeer, type PeerAnswer, type PeerRequest } from "#test/peers/website/website-peer.ts";

/** A record as the CRM stores it. */
export interface StoredRecord {
  id: string;
  isDeleted: boolean;
  fields: Record<string, unknown>;
}

/** A field's text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A rule that finds every new record to be like this one; allowSave is false if it blocks. */
export interface DuplicateRule {
  allowSave: boolean;
  id: string;
  type: string;
}

/** A CRM on loopback with the answers of the real one. */
export interface CrmPeer {
  readonly url: string;
  /** By id, deleted ones too. */
  readonly records: Map<string, StoredRecord>;
  /** Every request as "METHOD /path". */
  readonly calls: string[];
  /** Answers the next requests in this order instead. */
  next(...answers: readonly PeerAnswer[]): void;
  /** Whether the token is valid. */
  setAccess(isGranted: boolean): void;
  /** Whether a search finds new records; those created before it's on again are found from then on. */
  setIndexing(isOn: boolean): void;
  /** The rule for new records; null for none. */
  setDuplicateRule(rule: DuplicateRule | null): void;
  /** Called after a record was created, before the answer. */
  onCreated: (id: string) => void;
  close(): Promise<void>;
}

export interface CrmCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: PeerRequest["headers"];
  body: unknown;
  /** The body of a form. */
  form: URLSearchParams;
}

/** What differs between CRMs. */
type CrmAnswers = (call: CrmCall, shop: CrmShop) => PeerAnswer;

/** The state that a CRM's answers are made from. */
export interface CrmShop {
  records: Map<string, StoredRecord>;
  isGranted: boolean;
  /** The records that a search doesn't find yet. */
  unindexed: Set<StoredRecord>;
  duplicateRule: DuplicateRule | null;
  create(fields: Record<string, unknown>): StoredRecord;
}

export async function startCrmPeer(answer: CrmAnswers, newId: (count: number) => string): Promise<CrmPeer> {
  const records = new Map<string, StoredRecord>();
  const planned: PeerAnswer[] = [];
  const calls: string[] = [];
  let isIndexing = true;
  const shop: CrmShop = {
    records,
    isGranted: true,
    unindexed: new Set(),
    duplicateRule: null,
    create(fields) {
      const record = { id: newId(records.size), isDeleted: false, fields };
      records.set(record.id, record);
      if (!isIndexing) shop.unindexed.add(record);
      peer.onCreated(record.id);
      return record;
    },
  };
  const site = await startWebsitePeer({
    "*": ({ method, path, headers, body }) => {
      const { pathname, searchParams } = new URL(path, "http://crm.example");
      calls.push(`${method} ${pathname}`);
      const isJson = headers["content-type"]?.startsWith("application/json") === true;
      return (
        planned.shift() ??
        answer(
          {
            method,
            path: decodeURIComponent(pathname),
            query: searchParams,
            headers,
            body: isJson ? (JSON.parse(body) as unknown) : null,
            form: new URLSearchParams(isJson ? "" : body),
          },
          shop,
        )
      );
    },
  });
  const peer: CrmPeer = {
    url: site.url,
    records,
    calls,
    next: (...answers) => void planned.push(...answers),
    setAccess: (isGranted) => void (shop.isGranted = isGranted),
    setIndexing(isOn) {
      isIndexing = isOn;
      if (isOn) shop.unindexed.clear();
    },
    setDuplicateRule: (rule) => void (shop.duplicateRule = rule),
    onCreated: () => {},
    close: () => site.close(),
  };
  return peer;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): PeerAnswer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
