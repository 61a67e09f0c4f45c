import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { COMPANY_FACTS } from "#shared/contract/leads/company-site.ts";
import { NewLead } from "#shared/contract/leads/lead.ts";
import { RuleFile } from "#shared/contract/rule.ts";
import { checked, checkedJson } from "#server/platform/checked.ts";
import { DEMO_SITES, PEOPLE } from "#server/demo/demo-services.ts";

/** The data files; README.md in the same folder documents their format. */
export const DEMO_FOLDER = fileURLToPath(new URL("../../../demo", import.meta.url));

const Submission = z.object({ when: z.string(), type: z.string(), body: z.record(z.string(), z.unknown()) });
const TeamAction = z.object({
  when: z.string(),
  who: z.enum(PEOPLE),
  action: z.enum(["approved", "rejected", "ask", "merge", "lead", "not_lead", "next_step", "comment"]),
  /** A lead's email, or the subject of the message to classify; `other` is a second lead, days and a next step, or a comment. */
  about: z.string(),
  other: z.string().default(""),
});
/** What a team member learned: values of custom fields, and in how many days the contract with another supplier ends. */
const LearnedFields = z.object({
  when: z.string(),
  who: z.enum(PEOPLE),
  /** A lead's email. */
  about: z.string(),
  segment: z.string(),
  budget: z.string().optional(),
  contract_ends: z
    .string()
    .regex(/^\+\d+$/u)
    .optional(),
});
/** What DNS and websites would say, because domains of the sample don't exist. */
const Lookups = z.object({
  /** Domains without a mail server. */
  withoutMail: z.array(z.string()),
  /** Facts with the path of the page that they are on. */
  companies: z.array(
    z.object({
      domain: z.string(),
      facts: z.array(z.object({ kind: z.enum(COMPANY_FACTS), value: z.string(), path: z.string() })),
    }),
  ),
});
export type DemoData = Awaited<ReturnType<typeof readDemoData>>;

/** Reads all of demo/. Throws for malformed content. */
export async function readDemoData() {
  const [[, ...header] = [], ...rows] = cellsOf(await text("sheet.tsv"));
  const mail = (await text("inbox.mbox")).split(/^From (?=\d)/mu).slice(1);
  return {
    rules: checkedJson(RuleFile, await text("rules.json"), "demo/rules.json"),
    sheet: { header, rows: rows.map(([when = "", ...cells]) => ({ when, cells })) },
    mail: mail.map((one) => {
      const end = one.indexOf("\n");
      return { when: one.slice(0, end), text: one.slice(end + 1).trimEnd() };
    }),
    submissions: checkedJson(z.array(Submission), await text("forms.json"), "demo/forms.json"),
    byHand: recordsOf(await text("by-hand.tsv")).map((row, at) => ({
      when: row["when"] ?? "",
      lead: checked(NewLead, row, `demo/by-hand.tsv, row ${at + 1}`),
    })),
    actions: recordsOf(await text("team.tsv")).map((row, at) =>
      checked<z.infer<typeof TeamAction>>(TeamAction, row, `demo/team.tsv, row ${at + 1}`),
    ),
    fields: recordsOf(await text("fields.tsv")).map((row, at) =>
      checked<z.infer<typeof LearnedFields>>(LearnedFields, row, `demo/fields.tsv, row ${at + 1}`),
    ),
    lookups: checkedJson(Lookups, await text("lookups.json"), "demo/lookups.json"),
    websites: await Promise.all(DEMO_SITES.map(async (name) => ({ name, files: await filesOfSite(name) }))),
  };
}

/**
 * A time before `now`: "12 09:40" is a time of day that many working days earlier, "95m" that many minutes ago. Throws
 * for anything else.
 */
export function momentOf(when: string, now: Date): Date {
  const minutes = /^(\d+)m$/u.exec(when)?.[1];
  if (minutes !== undefined) return new Date(now.getTime() - Number(minutes) * 60_000);
  const [, days, hour, minute] = /^([1-9]\d*) (\d\d):(\d\d)$/u.exec(when) ?? [];
  if (days === undefined) throw new Error(`The demo data has “${when}” where a time is expected.`);
  const moment = new Date(now.getFullYear(), now.getMonth(), now.getDate(), Number(hour), Number(minute));
  for (let left = Number(days); left > 0;) {
    moment.setDate(moment.getDate() - 1);
    if (moment.getDay() % 6 !== 0) left -= 1;
  }
  return moment;
}

const ADDED = /<!-- when (.+?) -->\s*([\s\S]*?)\s*<!-- \/when -->/gu;

/** When something was added to a page. */
export function changesOf(html: string): { when: string }[] {
  return Array.from(html.matchAll(ADDED), ([, when = ""]) => ({ when }));
}

/** A page as of a given time. */
export function pageAt(html: string, moment: Date, now: Date): string {
  return html.replaceAll(ADDED, (_, when: string, part: string) => (momentOf(when, now) <= moment ? part : ""));
}

function cellsOf(tsv: string): string[][] {
  const lines = tsv.trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}

/** The rows as records by column name, without empty cells. */
function recordsOf(tsv: string): Record<string, string>[] {
  const [header = [], ...rows] = cellsOf(tsv);
  const named = rows.map((row) => row.map((cell, at) => [header[at] ?? "", cell] as const));
  return named.map((cells) => Object.fromEntries(cells.filter(([, cell]) => cell !== "")));
}

function text(name: string): Promise<string> {
  return readFile(join(DEMO_FOLDER, name), "utf8");
}

/** The files of a site by their paths. */
async function filesOfSite(site: string): Promise<Map<string, string>> {
  const folder = join("websites", site);
  const names = (await readdir(join(DEMO_FOLDER, folder), { recursive: true })).filter((name) => extname(name) !== "");
  return new Map(await Promise.all(names.map(async (name) => [name, await text(join(folder, name))] as const)));
}
