import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import type { Undone } from "#shared/contract/journal.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { LeadProvenance } from "#shared/contract/leads/provenance.ts";
import { TABLES } from "#server/db/actions/nouns.ts";
import { findDuplicates } from "#server/features/duplicates/find-duplicates.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { openWinnow, type CallInput, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { contactForm } from "#test/http/endpoint-examples.ts";
import { differences, everyRow, storeContent } from "#test/http/store-content.ts";
import { type EngineName, migratedPostgres, oneEngine } from "#test/stores.ts";

/** A Winnow with everything that actions change. */
interface World {
  winnow: TestWinnow;
  databaseUrl: string | undefined;
}

/** One thing that a person does: the call, and which item it picks. */
interface Deed {
  what: (typeof DEEDS)[number];
  which: number;
  how: number;
}

const STATUSES = ["pending", "qualified", "approved", "rejected"];
const WORDS = ["pricing", "demo", "budget", "nothing of interest"];

const DEEDS = [
  "decide",
  "decide many",
  "assign",
  "assign many",
  "add assignment rule",
  "change assignment rule",
  "delete assignment rule",
  "availability",
  "digest",
  "comment",
  "edit comment",
  "delete comment",
  "edit",
  "pick",
  "add",
  "delete",
  "delete many",
  "set step",
  "finish step",
  "merge",
  "add rule",
  "change rule",
  "delete rule",
  "replace rules",
  "settings",
  "mail rules",
  "add source",
  "change source",
  "delete source",
  "add field",
  "change field",
  "convert field",
  "delete field",
  "set field",
  "add tag",
  "tag",
  "tag many",
  "set field of many",
  "change tag",
  "merge tags",
  "delete tag",
  "save view",
  "change view",
  "delete view",
  "add integration",
  "change integration",
  "delete integration",
  "write to sheet",
  "change sheet",
  "stop writing",
  "dismiss suggestion",
  "add website",
  "change website",
  "delete website",
  "add mail settings",
  "change mail settings",
  "mailbox",
  "form address",
  "add form",
  "change form",
  "delete form",
  "add sample",
  "remove sample",
] as const;

const deed = fc.record({ what: fc.constantFrom(...DEEDS), which: fc.nat(20), how: fc.nat(1_000) });

async function prepared(engine: EngineName): Promise<World> {
  const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
  const winnow = await openWinnow(engine, databaseUrl === undefined ? {} : { databaseUrl });
  const ok: TestWinnow["ok"] = (key, input) => winnow.ok(key, input);
  await ok("POST /api/session/first-owner", { body: ADA });
  await ok("POST /api/rules", { body: { name: "Interest", keywords: ["pricing", "demo"], scoreWeight: 20 } });
  await ok("POST /api/rules", { body: { name: "Money", keywords: ["budget"], scoreWeight: 30 } });
  for (const [index, notes] of ["pricing and a demo", "a budget", "", "demo"].entries()) {
    const email = `lead${index}@firm${index % 2}.example`;
    await ok("POST /api/leads", { body: { name: `Lead ${index}`, email, company: `Firm ${index % 2}`, notes } });
  }
  await ok("POST /api/data-sources", { body: SOURCE });
  await ok("POST /api/data-sources", { body: WRITABLE });
  for (const name of ["Seats", "Budget"]) await ok("POST /api/lead-fields", { body: { name, kind: "number" } });
  for (const name of ["Warm", "Partner", "Cold"]) await ok("POST /api/tags", { body: { name } });
  await ok("POST /api/lead-views", { body: { name: "Best", query: "sort=-score" } });
  await ok("POST /api/webhook-endpoints", { body: HOOK });
  await ok("POST /api/scrape-targets", { body: { name: "Firm", url: "https://firm.example/" } });
  await ok("POST /api/email-settings", { body: MAIL });
  await ok("GET /api/form-hook");
  return { winnow, databaseUrl };
}

const SOURCE = {
  name: "Fair",
  type: "google_sheets",
  config: { spreadsheetId: "1Unknown0000000000000", authMethod: "api_key", apiKey: "secret" },
};
const WRITABLE = {
  name: "Expo",
  type: "google_sheets",
  config: { spreadsheetId: "1Writable000000000000", authMethod: "service_account" },
};
const API = {
  name: "Inquiries",
  type: "json_api",
  config: { url: "https://api.example/rows", requestHeaders: [{ name: "x-key", value: "secret" }] },
};
/** Paused, because what was sent can't be undone. */
const HOOK = { url: "https://crm.example/hook", events: ["lead.approved"], isActive: false };
const MAIL = {
  smtpHost: "mail.example",
  smtpPort: 587,
  username: "u",
  password: "p",
  fromEmail: "a@b.example",
  recipientEmails: ["c@d.example"],
};

/** Does it, and returns the actions that undo it, none if there was nothing to do. */
async function perform({ winnow }: World, { what, which, how }: Deed): Promise<string[]> {
  const call = async (key: EndpointKey, input: CallInput = {}): Promise<string[]> => {
    const answer = await winnow.call(key, input);
    expect(answer.statusCode, `${key} ${answer.body}`).toBeLessThan(500);
    if (answer.statusCode >= 400) return [];
    const body = answer.body === "" ? {} : answer.json<{ actId?: string | null }>();
    const actId = answer.headers["x-act-id"] ?? body.actId ?? null;
    return actId === null ? [] : [String(actId)];
  };
  const oneOf = async (key: EndpointKey, input: CallInput = {}): Promise<string> => {
    const list = (await winnow.call(key, input)).json<{ id: string }[]>();
    return list[which % Math.max(1, list.length)]?.id ?? "0";
  };
  const lead = (): Promise<string> => oneOf("GET /api/leads");
  const someone = async (): Promise<string | null> => (how % 3 === 0 ? null : oneOf("GET /api/team"));
  const word = WORDS[how % WORDS.length] ?? "";
  const status = STATUSES[how % STATUSES.length] ?? "";
  const isOn = how % 2 === 0;
  const ruleBody = { name: `Rule ${how}`, keywords: [word], scoreWeight: 1 + (how % 50), isActive: isOn };
  const some = async (): Promise<string[]> =>
    ((await winnow.ok("GET /api/leads")) as Lead[]).map(({ id }) => id).filter((_, index) => (how >> index) % 2 === 0);
  const writable = async (): Promise<string> =>
    (await winnow.ok("GET /api/data-sources")).find(({ config }) => config.authMethod === "service_account")?.id ?? "0";
  const tags = async (): Promise<string[]> => (await winnow.ok("GET /api/tags")).map(({ name }) => name);
  switch (what) {
    case "decide":
      return call("PATCH /api/leads/{id}", { id: await lead(), body: { status } });
    case "decide many":
      return call("POST /api/leads/bulk-status", { body: { selection: { ids: await some() }, status } });
    case "assign":
      return call("PATCH /api/leads/{id}", { id: await lead(), body: { ownerId: await someone() } });
    case "assign many":
      return call("POST /api/leads/bulk-owner", {
        body: { selection: { ids: await some() }, ownerId: await someone() },
      });
    case "add assignment rule": {
      const people = [{ accountId: await oneOf("GET /api/team"), weight: 1 + (how % 9) }];
      const [field] = await winnow.ok("GET /api/lead-fields");
      const [tag] = await winnow.ok("GET /api/tags");
      const customFields = field === undefined ? [] : [{ field: `field:${field.key}`, anyOf: ["filled in"] }];
      const conditions = isOn ? { customFields, tags: tag === undefined ? [] : [tag.id] } : { minScore: how % 101 };
      return call("POST /api/assignment-rules", {
        body: { name: `Rule ${how}`, conditions, strategy: "round_robin", people },
      });
    }
    case "change assignment rule":
      return call("PATCH /api/assignment-rules/{id}", {
        id: await oneOf("GET /api/assignment-rules"),
        body: how % 3 === 0 ? { before: null } : { isActive: isOn },
      });
    case "delete assignment rule":
      return call("DELETE /api/assignment-rules/{id}", { id: await oneOf("GET /api/assignment-rules") });
    case "availability":
      return call("PUT /api/availability/{id}", {
        id: await oneOf("GET /api/team"),
        body: { perDay: 1 + (how % 20), awayFrom: null, awayTo: null },
      });
    case "digest":
      return call("PATCH /api/session/digest", { body: isOn ? { isOn: how % 4 !== 0 } : { hour: how % 24 } });
    case "comment":
      return call("POST /api/leads/{id}/comments", { id: await lead(), body: { text: `${word}, @${ADA.username}` } });
    case "edit comment":
    case "delete comment": {
      const id = await lead();
      const commentId = await oneOf("GET /api/leads/{id}/comments", { id });
      const one = { id, params: { commentId } };
      if (what === "delete comment") return call("DELETE /api/leads/{id}/comments/{commentId}", one);
      return call("PATCH /api/leads/{id}/comments/{commentId}", { ...one, body: { text: word } });
    }
    case "edit": {
      const changes = [
        { notes: word },
        { name: `Name ${how}` },
        { email: `mail${how % 3}@else.example` },
        { phone: how % 7 === 0 ? "" : "+44 20 7946 0018" },
        { company: `Firm ${how % 3}` },
      ];
      return call("PATCH /api/leads/{id}", { id: await lead(), body: changes[how % changes.length] });
    }
    case "pick": {
      const id = await lead();
      const seen = await winnow.call("GET /api/leads/{id}/provenance", { id });
      if (seen.statusCode >= 400) return [];
      const values = Object.entries(seen.json<LeadProvenance>()).flatMap(([field, { others }]) =>
        others.map(({ value }) => ({ field, value })),
      );
      const body = values[how % Math.max(1, values.length)];
      return body === undefined ? [] : call("POST /api/leads/{id}/provenance", { id, body });
    }
    case "add": {
      const email = isOn ? `new${how}@new.example` : "lead1@firm1.example";
      const body = {
        name: "New",
        email,
        company: "Newer",
        title: "Buyer",
        notes: word,
        ...(how % 3 === 0 && { status }),
      };
      return call("POST /api/leads", { body });
    }
    case "delete":
      return call("DELETE /api/leads/{id}", { id: await lead() });
    case "delete many":
      return call("POST /api/leads/bulk-delete", { body: { selection: { ids: await some() } } });
    case "set step": {
      const due = `2026-12-0${1 + (how % 9)}${isOn ? "T14:30" : ""}`;
      return call("PUT /api/leads/{id}/next-step", { id: await lead(), body: { text: `Call ${word}`, due } });
    }
    case "finish step":
      return call("POST /api/leads/{id}/next-step/done", { id: await lead() });
    case "merge": {
      const id = await lead();
      const otherId = (await some()).find((other) => other !== id) ?? id;
      return call("POST /api/leads/{id}/merge", { id, body: { otherId, take: {} } });
    }
    case "add rule":
      return call("POST /api/rules", { body: ruleBody });
    case "change rule":
      return call("PATCH /api/rules/{id}", { id: await oneOf("GET /api/rules"), body: { isActive: isOn } });
    case "delete rule":
      return call("DELETE /api/rules/{id}", { id: await oneOf("GET /api/rules") });
    case "replace rules": {
      const [first] = await winnow.ok("GET /api/rules");
      const drafts =
        first === undefined || isOn
          ? [ruleBody]
          : [
              { ...ruleBody, id: first.id },
              { ...ruleBody, name: "2" },
            ];
      return call("PUT /api/rules", { body: { rules: drafts, threshold: how % 101 } });
    }
    case "settings":
      return call("PUT /api/settings", { body: { qualificationThreshold: how % 101, autoSync: isOn } });
    case "mail rules":
      return call("PUT /api/gmail/rules", {
        body: { inclusionKeywords: [word], exclusionKeywords: [], minimumConfidence: how % 101 },
      });
    case "add source":
      return call("POST /api/data-sources", { body: { ...(isOn ? SOURCE : API), name: `Source ${how}` } });
    case "change source": {
      const requestHeaders = how % 3 === 0 ? [] : [{ name: "x-key", value: `other ${how}` }];
      const otherConfig = { spreadsheetId: `1Other${how}`, apiKey: "other", requestHeaders };
      return call("PATCH /api/data-sources/{id}", {
        id: await oneOf("GET /api/data-sources"),
        body: isOn ? { isActive: how % 4 === 0 } : { config: otherConfig },
      });
    }
    case "delete source":
      return call("DELETE /api/data-sources/{id}", { id: await oneOf("GET /api/data-sources") });
    case "tag":
      return call("PATCH /api/leads/{id}", { id: await lead(), body: { tags: (await tags()).slice(how % 3) } });
    case "tag many": {
      const [add, remove] = [(await tags()).slice(0, 1), (await tags()).slice(how % 3)];
      return call("POST /api/leads/bulk-tags", { body: { selection: { ids: await some() }, add, remove } });
    }
    case "set field of many": {
      const [field] = await winnow.ok("GET /api/lead-fields");
      const fields = { [field?.key ?? ""]: how % 3 === 0 ? null : how };
      return call("POST /api/leads/bulk-fields", { body: { selection: { ids: await some() }, fields } });
    }
    case "add field":
      return call("POST /api/lead-fields", { body: { name: `Field ${how % 5}`, kind: "number" } });
    case "change field":
      return call("PATCH /api/lead-fields/{id}", {
        id: await oneOf("GET /api/lead-fields"),
        body: { name: `Field ${how % 5}` },
      });
    case "convert field":
      return call("POST /api/lead-fields/{id}/conversion", {
        id: await oneOf("GET /api/lead-fields"),
        body: [{ kind: "text" }, { kind: "number" }, { kind: "choice", options: ["1", "2"] }][how % 3],
      });
    case "delete field":
      return call("DELETE /api/lead-fields/{id}", { id: await oneOf("GET /api/lead-fields") });
    case "set field": {
      const [field] = await winnow.ok("GET /api/lead-fields");
      const fields = { [field?.key ?? "none"]: how % 3 };
      return call("PATCH /api/leads/{id}", { id: await lead(), body: { fields } });
    }
    case "add tag":
      return call("POST /api/tags", { body: { name: `Tag ${how % 5}` } });
    case "change tag":
      return call("PATCH /api/tags/{id}", { id: await oneOf("GET /api/tags"), body: { name: `Tag ${how % 5}` } });
    case "merge tags":
      return call("POST /api/tags/{id}/merge", {
        id: await oneOf("GET /api/tags"),
        body: { into: (await winnow.ok("GET /api/tags"))[0]?.id ?? "0" },
      });
    case "delete tag":
      return call("DELETE /api/tags/{id}", { id: await oneOf("GET /api/tags") });
    case "save view":
      return call("POST /api/lead-views", { body: { name: `View ${how}`, query: "" } });
    case "change view":
      return call("PATCH /api/lead-views/{id}", { id: await oneOf("GET /api/lead-views"), body: { name: `V${how}` } });
    case "delete view":
      return call("DELETE /api/lead-views/{id}", { id: await oneOf("GET /api/lead-views") });
    case "add integration":
      return call("POST /api/webhook-endpoints", { body: { ...HOOK, description: `Hook ${how}` } });
    case "change integration":
      return call("PATCH /api/webhook-endpoints/{id}", {
        id: await oneOf("GET /api/webhook-endpoints"),
        body: isOn ? { url: `https://moved${how}.example/` } : { events: ["lead.created"], payload: "full" },
      });
    case "delete integration":
      return call("DELETE /api/webhook-endpoints/{id}", { id: await oneOf("GET /api/webhook-endpoints") });
    case "write to sheet":
      return call("POST /api/write-backs", { body: { sourceId: await writable() } });
    case "change sheet":
      return call("PATCH /api/write-backs/{id}", {
        id: await oneOf("GET /api/write-backs"),
        body: isOn ? { isActive: how % 4 === 0 } : { columns: ["score", "owner"] },
      });
    case "stop writing":
      return call("DELETE /api/write-backs/{id}", { id: await oneOf("GET /api/write-backs") });
    case "dismiss suggestion":
      return call("POST /api/learning/dismissals", { body: { suggestion: `keyword:${how}` } });
    case "add website":
      return call("POST /api/scrape-targets", { body: { name: "Site", url: `https://site${how}.example/` } });
    case "change website":
      return call("PATCH /api/scrape-targets/{id}", {
        id: await oneOf("GET /api/scrape-targets"),
        body: isOn ? { isActive: how % 4 === 0 } : { url: `https://moved${how}.example/` },
      });
    case "delete website":
      return call("DELETE /api/scrape-targets/{id}", { id: await oneOf("GET /api/scrape-targets") });
    case "add mail settings":
      return call("POST /api/email-settings", { body: { ...MAIL, smtpPort: 1 + how, isActive: isOn } });
    case "change mail settings":
      return call("PATCH /api/email-settings/{id}", {
        id: await oneOf("GET /api/email-settings"),
        body: how % 3 === 0 ? { smtpPort: 1 + how } : { isActive: isOn },
      });
    case "mailbox":
      return call("POST /api/gmail/config", {
        body: { email: `me${how}@mail.example`, appPassword: `secret${how}`, enabled: isOn },
      });
    case "form address":
      return call("POST /api/form-hook/regenerate");
    case "add form":
      return call("POST /api/hosted-forms", { body: { ...contactForm, name: `Form ${how}` } });
    case "change form":
      return call("PATCH /api/hosted-forms/{id}", {
        id: await oneOf("GET /api/hosted-forms"),
        body: isOn ? { isActive: how % 4 === 0 } : { thanks: `Thanks ${how}` },
      });
    case "delete form":
      return call("DELETE /api/hosted-forms/{id}", { id: await oneOf("GET /api/hosted-forms") });
    case "add sample":
      return call("POST /api/sample-leads");
    case "remove sample":
      return call("DELETE /api/sample-leads");
  }
}

/** The store at rest: every lead scored by the current rules and compared with the others. */
async function atRest({ winnow, databaseUrl }: World): Promise<Record<string, string[]>> {
  await startRescore(winnow.workspace);
  await findDuplicates(winnow.workspace);
  // When a session was last used isn't undone.
  const { sessions: _, ...content } = await storeContent({ dataDir: winnow.dataDir, databaseUrl });
  return content;
}

/** Runs a test in a prepared world, which the next test gets if it is as before. */
function worldsOn(engine: EngineName) {
  let world: World | null = null;
  afterAll(() => world?.winnow.close());
  return async (run: (world: World) => Promise<boolean>): Promise<void> => {
    // Remains of a failed run must not affect the next.
    const mine = world ?? (await prepared(engine));
    world = null;
    const isAsBefore = await run(mine).catch(async (error: unknown) => {
      await mine.winnow.close();
      throw error;
    });
    if (isAsBefore) world = mine;
    else await mine.winnow.close();
  };
}

describe.each(oneEngine("sqlite"))("undo on %s", (engine) => {
  const inWorld = worldsOn(engine);

  test("is tried for every table whose records people change", () =>
    inWorld(async (here) => {
      // Removing the sample also removes the action that added it.
      for (const what of DEEDS) if (what !== "remove sample") await perform(here, { what, which: 0, how: 4 });
      const journal = (await everyRow({ dataDir: here.winnow.dataDir, databaseUrl: here.databaseUrl }))
        .filter(({ table }) => table === "journal")
        .map(({ text }) => text);
      const isTried = (name: string): boolean => journal.some((text) => text.includes(`"table":"${name}"`));
      const undoable = TABLES.filter(({ undo }) => undo !== undefined).map(({ name }) => name);
      expect(undoable.length).toBeGreaterThan(5);
      expect(undoable.filter((name) => !isTried(name))).toEqual([]);
      return false;
    }));
});

// The sequences are short enough to print unshrunk: shrinking would take longer than a test may.
describe.each(oneEngine("postgres"))("undo on %s", (engine) => {
  const inWorld = worldsOn(engine);

  test("of any actions, each in reverse, gives a store equal to the start", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 10 }), (deeds) =>
        inWorld(async (here) => {
          const start = await atRest(here);
          const acts: string[] = [];
          for (const one of deeds) acts.push(...(await perform(here, one)));
          for (const id of acts.toReversed()) {
            const answer = await here.winnow.call("POST /api/journal/{id}/undo", { id });
            expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
            expect((await here.winnow.call("POST /api/journal/{id}/undo", { id })).statusCode).toBe(409);
          }
          expect(differences(start, await atRest(here))).toEqual({});
          return true;
        }),
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });
});

describe.each(oneEngine("sqlite"))("undo on %s", (engine) => {
  const inWorld = worldsOn(engine);

  test("out of order either restores or is rejected with a reason; once all are undone, equals the start", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 6 }), fc.array(fc.nat()), (deeds, order) =>
        inWorld(async (here) => {
          const start = await atRest(here);
          let open: string[] = [];
          for (const one of deeds) open.push(...(await perform(here, one)));
          open = open.toSorted((a, b) => (order[Number(a) % 7] ?? 0) - (order[Number(b) % 7] ?? 0));
          let kept = 0;
          for (let refused: string[] = []; open.length > 0; open = refused, refused = []) {
            for (const id of open) {
              const before = await atRest(here);
              const answer = await here.winnow.call("POST /api/journal/{id}/undo", { id });
              if (answer.statusCode === 200) {
                kept += answer.json<Undone>().kept;
                continue;
              }
              // Actions on a sample lead are removed with the sample, until it is back.
              expect([404, 409]).toContain(answer.statusCode);
              expect(answer.json<{ detail: string }>().detail).toMatch(/\w.*\.$/su);
              expect(differences(before, await atRest(here))).toEqual({});
              refused.push(id);
            }
            // By then each is undone, or waits for another one.
            if (refused.length === open.length) break;
          }
          // A bulk action is complete once it is undone for the leads that nothing blocks.
          if (kept > 0) return false;
          expect([open, differences(start, await atRest(here))]).toEqual([[], {}]);
          return true;
        }),
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
