import type { FieldKind, FieldValue } from "#shared/contract/leads/field-value.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Store } from "#server/db/store.ts";
import { atMost, percentile, type Figure } from "./figure.ts";
import { pick, randomNumbers, randomWords } from "./random.ts";
import { SampleLeads } from "./sample-leads.ts";
import { openStage, type EngineName } from "./stage.ts";

const MAX_MILLISECONDS = 100;
const ROUNDS = 3;
const COPIES = 10;
const DAY = 86_400_000;
const SEGMENTS = ["Trade", "Software", "Agency", "Public", "Enterprise"];
const INTERESTS = ["Demo", "Price list", "Training", "Support", "Partnership"];

/** Filters that keep nearly all, many, few or no leads, alone and with others. */
const filtersWith = (word: string): string[] => [
  "",
  "fields=budget:min:90000",
  "fields=budget:min:20000,budget:max:30000",
  "fields=budget:is:12345",
  "fields=budget:empty",
  "fields=segment:is:Trade",
  "fields=segment:is:Enterprise",
  "fields=segment:is:Agency,segment:is:Public",
  "fields=interests:is:Training",
  "fields=interests:is:Partnership,interests:is:Support",
  "fields=ends:min:2026-12-01,ends:max:2026-12-07",
  "fields=ends:empty",
  "fields=reference:contains:ver",
  `fields=reference:contains:${word}`,
  "fields=trial:is:Yes",
  "fields=site:filled",
  "fields=segment:is:Enterprise,trial:is:Yes,budget:min:50000",
  "fields=segment:is:Trade&status=approved",
  "fields=budget:min:90000&source=manual&minScore=90",
  "fields=budget:empty&status=qualified",
  `fields=trial:is:No&search=${word}`,
];
const SORTS = [
  "-createdAt",
  "-score",
  "name",
  "email",
  "-fields.budget",
  "fields.budget",
  "fields.ends",
  "-fields.reference",
  "fields.segment",
];

/** Pages of 50 filtered and sorted by custom fields, one client, each several times. */
export async function customFields(engine: EngineName, leads: number): Promise<Figure[]> {
  const stage = await openStage(engine, leads, { prepare: addFields, copies: COPIES });
  try {
    const server = await stage.startServer();
    try {
      const pages = await pagesOf(server.url);
      const of = { engine, unit: "ms" };
      return [
        atMost(MAX_MILLISECONDS, { ...of, name: "page by custom field, median", value: percentile(pages, 50) }),
        atMost(MAX_MILLISECONDS, { ...of, name: "page by custom field, p95", value: percentile(pages, 95) }),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await stage.close();
  }
}

/** Milliseconds of each page. */
async function pagesOf(url: string): Promise<number[]> {
  const pages: number[] = [];
  const [word = ""] = new SampleLeads(0).words;
  for (const filter of filtersWith(word)) {
    for (const sort of SORTS) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const begin = performance.now();
        const answer = await fetch(`${url}/api/leads?limit=50&view=row&sort=${sort}&${filter}`);
        const body = await answer.text();
        if (!answer.ok) throw new Error(`${filter} by ${sort}: ${body}`);
        pages.push(performance.now() - begin);
      }
    }
  }
  return pages;
}

/** Adds seven custom fields, one of each kind, and returns what gives a lead its values. */
async function addFields(store: Store): Promise<(lead: LeadRecord) => void> {
  const createdAt = "2026-01-01T00:00:00.000Z";
  const added: NewJournalEntry = {
    kind: "settings",
    type: "other",
    title: "Field added",
    description: "",
    by: "bench",
    at: createdAt,
    leadId: null,
  };
  const add = async (key: string, kind: FieldKind, options: string[] = []): Promise<number> => {
    const field = await store.act(added, ({ leadFields }) =>
      leadFields.create({ key, name: key, kind, options, createdAt }),
    );
    return Number(field.done.id);
  };
  const ids = {
    budget: await add("budget", "number"),
    segment: await add("segment", "choice", SEGMENTS),
    interests: await add("interests", "choices", INTERESTS),
    ends: await add("ends", "date"),
    reference: await add("reference", "text"),
    trial: await add("trial", "yesNo"),
    site: await add("site", "link"),
  };
  const random = randomNumbers(78);
  const words = randomWords(3_000, random);
  let at = 0;
  return (lead) => {
    at += 1;
    const give = (id: number, share: number, value: () => FieldValue): void => {
      if (random() < share) lead.customFields.push({ id, value: value() });
    };
    give(ids.budget, 0.99, () => Math.floor(100_000 * random() ** 2));
    give(ids.segment, 0.8, () => (at % 1_000 === 0 ? "Enterprise" : pick(SEGMENTS.slice(0, 4), random)));
    give(ids.interests, 0.5, () => [...new Set([pick(INTERESTS, random), pick(INTERESTS, random)])]);
    give(ids.ends, 0.3, () =>
      new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 730) * DAY).toISOString().slice(0, 10),
    );
    give(ids.reference, 0.3, () => `${pick(words, random)} ${pick(words, random)} ${at}`);
    give(ids.trial, 0.6, () => random() < 0.1);
    give(ids.site, 0.2, () => `https://${pick(words, random)}.example/`);
  };
}
