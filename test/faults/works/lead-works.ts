import type { Site } from "#test/faults/site.ts";
import {
  countByEmail,
  importsEnded,
  leadsOf,
  newEmails,
  pressAgain,
  startImport,
  type Work,
} from "#test/faults/works/work.ts";
import { repeated } from "#test/faults/people.ts";

const LEADS = 4_000;
const TWINS = 40;
const POINTS = 10;

async function addLeads(site: Site, notes: string): Promise<string[]> {
  const emails = newEmails(LEADS, "stock");
  await startImport(site, emails, notes);
  await importsEnded(site);
  return emails;
}

/** All leads rescored by rules that change each round. */
export function rescoreWork(): Work {
  let emails: string[] = [];
  let points = 0;
  return {
    kind: "rescore",
    prepare: async (site) => void (emails = await addLeads(site, "A demo")),
    async begin(site, round) {
      const scoreWeight = POINTS + round;
      await site.ask("PUT", "/api/rules", { rules: [{ name: "Intent", keywords: ["demo"], scoreWeight }] });
      points = scoreWeight;
      await site.until("scored", async () => (await scores(site)).every((score) => score === points));
    },
    // Automatically: nobody presses anything.
    finish: (site) =>
      site.until("scored", async () => {
        const now = await scores(site);
        return now.every((score) => score === now[0] && score >= points);
      }),
    async check(site) {
      const { acknowledged, lost, doubled } = await countByEmail(site, emails);
      const now = await scores(site);
      // A change that wasn't acknowledged may have been made.
      const behind = now.filter((score) => score !== now[0] || score < points).length;
      return { acknowledged, lost: lost + behind, doubled };
    },
  };

  async function scores(site: Site): Promise<number[]> {
    const ours = new Set(emails);
    return (await leadsOf(site)).filter(({ email }) => ours.has(email)).map(({ score }) => score);
  }
}

/** Bulk actions on all leads. The history counts exactly what was done. */
export function bulkWork(): Work {
  let emails: string[] = [];
  return {
    kind: "bulk acts",
    prepare: async (site) => void (emails = await addLeads(site, "-")),
    async begin(site, round) {
      const status = round % 2 === 0 ? "rejected" : "approved";
      await site.ask("POST", "/api/leads/bulk-status", { selection: { filter: { source: "file" } }, status });
    },
    async finish(site) {
      const body = { selection: { filter: { source: "file" } }, status: "approved" };
      await pressAgain(site, "/api/leads/bulk-status", body);
    },
    async check(site) {
      const ours = new Set(emails);
      const decided = (await leadsOf(site)).filter(({ email, status }) => ours.has(email) && status === "approved");
      const lines = await site.ask<{ id: string }[]>("GET", "/api/dashboard/activity");
      const doubled = repeated(lines.map(({ id }) => id)) + repeated(decided.map(({ email }) => email));
      return { acknowledged: emails.length, lost: emails.length - decided.length, doubled };
    },
  };
}

/** Raw input of all leads is reread; no lead changes before a person applies it. */
export function replayWork(): Work {
  let emails: string[] = [];
  const state = async (site: Site): Promise<string> => {
    const { replay } = await site.ask<{ replay: { state: string } | null }>("GET", "/api/replays/latest");
    return replay?.state ?? "";
  };
  return {
    kind: "replay",
    prepare: async (site) => void (emails = await addLeads(site, "A demo")),
    async begin(site) {
      await pressAgain(site, "/api/replays", { all: true });
      await site.until("read", async () => (await state(site)) !== "running");
    },
    finish: (site) =>
      site.until("read", async () => ["ready", "interrupted", "applied", ""].includes(await state(site))),
    check: (site) => countByEmail(site, emails),
  };
}

/** People who are there twice: each pair is found once. */
export function duplicatesWork(): Work {
  let added = 0;
  return {
    kind: "duplicates",
    prepare: async () => {},
    async begin(site) {
      for (let at = 0; at < TWINS; at += 1) {
        const scrapeUrl = `https://github.com/person-${added}`;
        for (const email of newEmails(2, "twin")) {
          await site.ask("POST", "/api/leads", { name: `Ann Lee ${added}`, email, scrapeUrl });
        }
        added += 1;
      }
    },
    finish: (site) =>
      site.until("compared", async () => (await site.ask<{ waiting: number }>("GET", "/api/duplicates")).waiting === 0),
    async check(site) {
      const profiles: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: { pairs: { leads: { id: string }[] }[]; nextCursor: string | null } = await site.ask(
          "GET",
          `/api/duplicates?limit=500${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        profiles.push(...page.pairs.map(({ leads }) => leads.map(({ id }) => id).join(" ")));
        cursor = page.nextCursor;
      }
      return { acknowledged: added, lost: Math.max(0, added - profiles.length), doubled: repeated(profiles) };
    },
  };
}
