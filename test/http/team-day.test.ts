import { expect, test } from "vitest";
import type { NewProcessedEmail } from "#server/db/sources/processed-emails.ts";
import { freshWinnow } from "#test/harness.ts";
import { addLeads, EMPTY_BATCH } from "#test/stores.ts";

/** Nine in the evening in India, half an hour off UTC's hours. */
const EVENING = "2026-11-20T15:30:00.000Z";

test("today's figures begin at midnight in the team's time zone", async () => {
  let now = new Date(EVENING);
  const winnow = await freshWinnow("sqlite", { clock: () => now });
  const { store } = winnow.workspace;
  const arrive = async (): Promise<void> => {
    const at = now.toISOString();
    await addLeads(store, [{ source: "website", createdAt: at, updatedAt: at }]);
    await store.leads.applyBatch({
      ...EMPTY_BATCH,
      alongside: { kind: "messages", emails: [anEmail(at)], cursor: null },
    });
  };
  const today = async (): Promise<number[]> => {
    const { leadsFoundToday } = await winnow.ok("GET /api/scraper/figures");
    const { health } = await winnow.ok("GET /api/gmail/config");
    return [leadsFoundToday, health.processedToday];
  };
  await winnow.ok("PUT /api/settings", { body: { reportTimeZone: "Asia/Kolkata" } });
  await arrive();
  now = new Date("2026-11-20T18:29:59.000Z");
  await arrive();
  expect(await today()).toEqual([2, 2]);
  // Midnight, in the same hour and on the same day in UTC.
  now = new Date("2026-11-20T18:30:00.000Z");
  expect(await today()).toEqual([0, 0]);
  await arrive();
  now = new Date("2026-11-21T18:29:59.000Z");
  expect(await today()).toEqual([1, 1]);
});

function anEmail(at: string): NewProcessedEmail {
  return {
    mailbox: "gmail",
    messageKey: `<${at}>`,
    folder: "INBOX",
    uid: 1,
    from: "Ann <ann@lee.example>",
    leadName: "",
    subject: "Newsletter",
    verdict: "not_lead",
    confidence: 90,
    reason: "A newsletter",
    reasons: [],
    kind: "message",
    leadId: null,
    analysis: { name: "", company: "", title: "", phone: "", email: "", subject: "", text: "", evidence: [] },
    date: at,
    processedAt: at,
    leadRow: null,
  };
}
