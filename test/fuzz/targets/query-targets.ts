import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuplicateQuery } from "#shared/contract/leads/duplicate.ts";
import { endpoints } from "#shared/contract/endpoints.ts";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { LEAD_SORTS, LeadListQuery } from "#shared/contract/leads/lead.ts";
import { factNamesOf } from "#shared/fact-columns.ts";
import { openStore } from "#server/db/open-store.ts";
import type { Store } from "#server/db/store.ts";
import { unlessRefused, type FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { textSeeds } from "#test/fuzz/corpus.ts";
import { sampleLead } from "#test/sample-lead.ts";

const LEADS = 40;
const SCHEMAS = Object.values<Endpoint>(endpoints).flatMap(({ query }) => (query === undefined ? [] : [query]));

let opened: Promise<{ store: Store; folder: string }> | null = null;

/** A store with some leads, opened once for all inputs. */
async function openLeads(): Promise<{ store: Store; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-fuzz-"));
  const store = await openStore({ dataDir: folder });
  const names = ["Ann Lee", "Bo Berg", "Émile Zola", "張偉", "50%_\\", "O'Neill", ""];
  const creates = Array.from({ length: LEADS }, (_, at) => ({
    ...sampleLead({ name: names[at % names.length] ?? "", score: (at * 7) % 101, phoneKey: null }),
    id: null,
    emailKey: at % 3 === 0 ? null : `lead${at}@x.example`,
  }));
  await store.leads.applyBatch({ creates, updates: [], source: { id: null }, rows: [], journal: [] });
  return { store, folder };
}

async function storeOfLeads(): Promise<Store> {
  opened ??= openLeads();
  return (await opened).store;
}

async function close(): Promise<void> {
  const done = opened;
  opened = null;
  if (done === null) return;
  const { store, folder } = await done;
  await store.close();
  await rm(folder, { recursive: true });
}

const cursorOf = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString("base64url");

export const queryTargets: readonly FuzzTarget[] = [
  {
    name: "query",
    seeds: () =>
      textSeeds(
        "limit=10&status=all&search=ann+lee&sort=-score&minScore=0&maxScore=90&source=google_sheets",
        "keyword=pricing&missing=phone&from=2026-03-01T00%3A00%3A00.000Z&to=2026-04-01&view=row&facts=Budget,Team%252C%2520size",
        `limit=3&sort=name&cursor=${cursorOf("name", "ann lee", "3")}`,
        "days=30&timeZone=Pacific%2FAuckland&limit=1&cursor=7",
        "state=failed&user=1&action=sign_in&from=2026-03-01",
      ),
    dictionary: [
      "&",
      "=",
      "%",
      "%00",
      "%25",
      "_",
      "+",
      "limit=",
      "cursor=",
      "search=",
      "sort=-",
      "minScore=",
      "from=",
      "0",
      "9".repeat(19),
    ],
    longest: 20_000,
    close,
    async run(input) {
      const query = Object.fromEntries(new URLSearchParams(input.toString()));
      for (const schema of SCHEMAS) schema.safeParse(query);
      const parsed = LeadListQuery.safeParse(query);
      if (!parsed.success) return;
      const store = await storeOfLeads();
      const { limit = 50, cursor, sort = "-createdAt", view = "full", facts: text = "", ...filter } = parsed.data;
      const facts = factNamesOf(text);
      const page = await unlessRefused(() => store.leads.list({ ...filter, sort, limit, cursor, view, facts }));
      if (page === null) return;
      assert.ok(page.length <= limit && (JSON.parse(page.json) as unknown[]).length === page.length);
      const { count } = await store.leads.count(filter);
      assert.ok(count >= page.length && count <= LEADS, `${count} leads`);
      const next = page.nextCursor;
      if (next !== null) await store.leads.list({ ...filter, sort, limit, cursor: next, view, facts });
    },
  },
  {
    name: "cursor",
    seeds: () =>
      textSeeds(
        ...LEAD_SORTS.map((sort) => cursorOf(sort, /score|keywords/u.test(sort) ? 7 : "ann", "3")),
        cursorOf("-createdAt", 3, "3"),
        cursorOf("email", null, "3"),
        "7",
        "60.12",
      ),
    dictionary: [
      "W",
      "w",
      "-",
      "_",
      "=",
      ".",
      "9223372036854775808",
      "null",
      cursorOf(),
      cursorOf("score", 1e308, "1"),
      "\u0000",
      "'",
    ],
    longest: 4_000,
    close,
    async run(input) {
      const cursor = input.toString();
      const store = await storeOfLeads();
      for (const sort of LEAD_SORTS) {
        await unlessRefused(() => store.leads.list({ sort, limit: 2, cursor, view: "row" }));
      }
      await store.journal.list(2, cursor);
      await store.forms.list(2, cursor);
      await store.mailbox.emails(2, cursor);
      await store.replays.leads("1", cursor, 2);
      if (DuplicateQuery.safeParse({ cursor }).success) await store.duplicates.page(2, cursor);
    },
  },
];
