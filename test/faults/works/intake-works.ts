import { API_KEY, newMailbox } from "#test/faults/peers.ts";
import { repeated } from "#test/faults/people.ts";
import type { Site } from "#test/faults/site.ts";
import {
  countByEmail,
  importsEnded,
  inquiryOf,
  newEmails,
  sheetEmails,
  pressAgain,
  startImport,
  type Work,
} from "#test/faults/works/work.ts";
import type { Maildir } from "#test/peers/dovecot/maildir.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { randomUUID } from "node:crypto";

const ROWS = { sheet: 2_000, more: 400, file: 4_000, mails: 120 };
const PAGES = 5;
const SENDERS = 4;

/** The sync of a sheet that grows and changes its first rows each round. */
export function syncWork(): Work {
  const id = randomUUID();
  let rows = 0;
  const grow = ({ peers: { google } }: Site, round: number): void => {
    rows = ROWS.sheet + round * ROWS.more;
    const [headers = [], ...cells] = sampleLeads(rows);
    google.setSheet(id, "Sheet1", [headers, ...cells.map((row) => row.with(4, `Owner, round ${round}`))]);
    google.spreadsheet(id).isPublic = true;
  };
  return {
    kind: "sync",
    async prepare(site) {
      grow(site, 0);
      await site.ask("PUT", "/api/settings", { maxLeadsPerSync: null });
      const config = { spreadsheetId: id, authMethod: "api_key", apiKey: API_KEY };
      await site.ask("POST", "/api/data-sources", { name: "Fair", type: "google_sheets", config });
    },
    async begin(site, round) {
      grow(site, round);
      await site.ask("POST", "/api/sync-leads", {});
    },
    finish: (site) => pressAgain(site, "/api/sync-leads"),
    async check(site) {
      const emails = sheetEmails(rows);
      return countByEmail(site, emails);
    },
  };
}

/** File imports: a file whose start was acknowledged is imported. */
export function importWork(): Work {
  const started: string[] = [];
  return {
    kind: "import",
    prepare: async () => {},
    async begin(site) {
      const emails = newEmails(ROWS.file, "file");
      await startImport(site, emails);
      started.push(...emails);
      await importsEnded(site);
    },
    finish: importsEnded,
    check: (site) => countByEmail(site, started),
  };
}

/** Form submissions: each acknowledged one becomes a lead. */
export function submissionsWork(): Work {
  const answered: string[] = [];
  let path = "";
  return {
    kind: "submissions",
    async prepare(site) {
      path = (await site.ask<{ path: string }>("GET", "/api/form-hook")).path;
    },
    async begin(site) {
      const send = async (): Promise<void> => {
        for (;;) {
          const [email = ""] = newEmails(1, "form");
          const answer = await fetch(site.url + path, {
            method: "POST",
            body: new URLSearchParams({ name: "Ann Lee", email }),
          });
          // Submissions over the rate limit are rejected and retried later.
          if (answer.status === 429) return;
          if (answer.ok) answered.push(email);
        }
      };
      await Promise.all(Array.from({ length: SENDERS }, send));
    },
    finish: (site) =>
      site.until("processed", async () => {
        const submissions = await site.ask<{ isProcessed: boolean }[]>("GET", "/api/form-submissions?limit=200");
        return submissions.every(({ isProcessed }) => isProcessed);
      }),
    check: (site) => countByEmail(site, answered),
  };
}

/** The sync of a mailbox that gets more mail each round. */
export function mailboxWork(): Work {
  const writers: string[] = [];
  let mail: Maildir;
  const emailsRead = async (site: Site): Promise<{ messageId?: string; from: string }[]> => {
    const all: { from: string }[] = [];
    for (let next: string | undefined = "/api/gmail/emails?limit=200"; next !== undefined;) {
      const answer: Response = await fetch(site.url + next);
      all.push(...((await answer.json()) as { from: string }[]));
      next = /<(.+)>; rel="next"/u.exec(answer.headers.get("link") ?? "")?.[1];
    }
    return all;
  };
  return {
    kind: "mailbox",
    async prepare(site) {
      const made = await newMailbox(site.peers);
      mail = made.mail;
      await site.ask("PUT", "/api/settings", { maxLeadsPerSync: null });
      await site.ask("POST", "/api/gmail/config", made.settings);
    },
    async begin(site) {
      const emails = newEmails(ROWS.mails, "writer");
      mail.deliver(emails.map((email) => ({ raw: inquiryOf(email) })));
      writers.push(...emails);
      await site.ask("POST", "/api/gmail/sync", {});
    },
    finish: (site) => pressAgain(site, "/api/gmail/sync"),
    async check(site) {
      const read = await emailsRead(site);
      const { acknowledged, lost, doubled } = await countByEmail(site, writers);
      return { acknowledged, lost, doubled: doubled + repeated(read.map(({ from }) => from)) };
    },
  };
}

/** The scrape of a website that names someone new each round. */
export function scrapeWork(): Work {
  let id = "";
  let people: string[] = [];
  const show = ({ peers: { website } }: Site, round: number): void => {
    people = Array.from(
      { length: PAGES },
      (_, at) => `person${at}.round${round}@${new URL(website.url).hostname}.example`,
    );
    const links = people.map((_, at) => `<a href="/team/${at}">Team ${at}</a>`).join(" ");
    website.set({ "/": `<html><body><h1>Acme</h1>${links}</body></html>` });
    for (const [at, email] of people.entries()) {
      website.set({
        [`/team/${at}`]: `<html><body><h3>Ann Lee ${"ABCDE"[at] ?? ""}</h3><p>CEO</p><p>${email}</p></body></html>`,
      });
    }
  };
  return {
    kind: "scrape",
    async prepare(site) {
      show(site, 0);
      const target = { name: "Acme", url: site.peers.website.url, type: "website" };
      id = (await site.ask<{ id: string }>("POST", "/api/scrape-targets", target)).id;
    },
    async begin(site, round) {
      show(site, round);
      await site.ask("POST", `/api/scrape-targets/${id}/scrape`);
    },
    finish: (site) => pressAgain(site, `/api/scrape-targets/${id}/scrape`),
    check: (site) => countByEmail(site, people),
  };
}
