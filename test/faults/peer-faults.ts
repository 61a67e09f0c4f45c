import { randomUUID } from "node:crypto";
import type { Fault } from "#test/faults/fault.ts";
import { repeated } from "#test/faults/people.ts";
import { API_KEY, mailSettings, newMailbox } from "#test/faults/peers.ts";
import { Refused, type Site } from "#test/faults/site.ts";
import { countByEmail, inquiryOf, newEmails, sheetEmails, pressAgain } from "#test/faults/works/work.ts";
import { startCuttingProxy } from "#test/peers/dovecot/cutting-proxy.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import type { SmtpFailures } from "#test/peers/smtp/smtp-peer.ts";

const ROWS = 1_500;
const MAILS = 60;

/** Ways in which a mail server fails midway: before a message, within it, and after its final dot without a reply. */
const HALF_WAYS: readonly SmtpFailures[] = [
  { connection: { code: 421, text: "4.3.2 Shutting down" } },
  { sender: { code: 421, text: "4.3.2 Shutting down" } },
  { dropDuringData: true },
  { hangUpAt: "message" },
];

/** Errors that are the other server's fault. */
async function refused(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refused && error.status < 500) throw error;
      return true;
    },
  );
}

async function smtpDying(site: Site, rounds: number): Promise<{ acknowledged: number; lost: number; doubled: number }> {
  const { smtp } = site.peers;
  const acknowledged: string[] = [];
  const known = smtp.messages.length;
  await site.ask("POST", "/api/email-settings", mailSettings(site.peers));
  for (let round = 0; round < rounds; round += 1) {
    for (const failures of HALF_WAYS) {
      const [email = ""] = newEmails(1, "asked");
      const { id } = await site.ask<{ id: string }>("POST", "/api/leads", { name: "Bo", email, company: "Berg" });
      smtp.failures = failures;
      await refused(site.ask("POST", `/api/leads/${id}/follow-ups/${id}-phone/send`, {}));
      smtp.failures = {};
      const [question] = await site.ask<{ state: string; reason: string }[]>("GET", `/api/leads/${id}/follow-ups`);
      // A message that may have been sent waits for a person; one that surely wasn't can be sent again.
      if (question?.reason.includes("may have gone out") !== true) {
        await site.ask("POST", `/api/leads/${id}/follow-ups/${id}-phone/send`, {});
        acknowledged.push(email);
      }
    }
  }
  const receivers = smtp.messages.slice(known).flatMap(({ to }) => to);
  const lost = acknowledged.filter((email) => !receivers.includes(email)).length;
  return { acknowledged: acknowledged.length, lost, doubled: repeated(receivers) };
}

export const peerFaults: readonly Fault[] = [
  {
    name: "smtp-dying",
    title: "mail server ending before, within and behind a message",
    engines: ["sqlite", "postgres"],
    async inflict(site, rounds) {
      const recovery = await site.restart();
      const counted = await smtpDying(site, rounds);
      await site.stop();
      return { rounds: rounds * HALF_WAYS.length, ...counted, recovery };
    },
  },
  {
    name: "imap-dying",
    title: "mailbox server ending within a message, and while it is watched",
    engines: ["sqlite", "postgres"],
    async inflict(site, rounds) {
      await site.restart();
      const proxy = await startCuttingProxy(site.peers.imap.imapPort);
      const { mail, settings } = await newMailbox(site.peers, proxy.port);
      await site.ask("POST", "/api/gmail/config", settings);
      const writers: string[] = [];
      let recovery = 0;
      for (let round = 0; round < rounds; round += 1) {
        const emails = newEmails(MAILS, "writer");
        writers.push(...emails);
        // Each connection breaks a little later than the one before, the first ones in the middle of messages.
        proxy.cutAfter(6_000 + round * 3_000, 12_000, 20_000, 35_000);
        mail.deliver(emails.map((email) => ({ raw: inquiryOf(email) })));
        proxy.cutNow();
        await refused(site.ask("POST", "/api/gmail/sync", {})).catch(() => true);
        proxy.cutAfter();
        const begun = performance.now();
        await pressAgain(site, "/api/gmail/sync");
        recovery = Math.max(recovery, (performance.now() - begun) / 1_000);
      }
      const counted = await countByEmail(site, writers);
      await site.stop();
      await proxy.close();
      return { rounds, ...counted, recovery };
    },
  },
  {
    name: "sheets-dying",
    title: "Google Sheets ending within its answer",
    engines: ["sqlite", "postgres"],
    async inflict(site, rounds) {
      await site.restart();
      const { google } = site.peers;
      const id = randomUUID();
      const proxy = await startCuttingProxy(Number(new URL(google.sheetsUrl).port));
      site.env = { WINNOW_GOOGLE_SHEETS_URL: `http://127.0.0.1:${proxy.port}` };
      await site.stop();
      await site.restart();
      await site.ask("PUT", "/api/settings", { maxLeadsPerSync: null });
      const config = { spreadsheetId: id, authMethod: "api_key", apiKey: API_KEY };
      google.setSheet(id, "Sheet1", sampleLeads(ROWS));
      google.spreadsheet(id).isPublic = true;
      await site.ask("POST", "/api/data-sources", { name: "Fair", type: "google_sheets", config });
      let recovery = 0;
      for (let round = 1; round <= rounds; round += 1) {
        google.setSheet(id, "Sheet1", sampleLeads(ROWS + round * 100));
        proxy.cutAfter(...Array.from({ length: 12 }, (_, at) => 200 + at * 15_000));
        await refused(site.ask("POST", "/api/sync-leads", {}));
        proxy.cutAfter();
        const begun = performance.now();
        await pressAgain(site, "/api/sync-leads");
        recovery = Math.max(recovery, (performance.now() - begun) / 1_000);
      }
      const emails = sheetEmails(ROWS + rounds * 100);
      const counted = await countByEmail(site, emails);
      await site.stop();
      await proxy.close();
      return { rounds, ...counted, recovery };
    },
  },
];
