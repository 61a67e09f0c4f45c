import type { ChatReply } from "#shared/contract/chat.ts";
import { COMPANY_FACTS, type CompanyFactKind, type CompanySite } from "#shared/contract/leads/company-site.ts";
import type { Company, LeadRow } from "#shared/contract/leads/lead.ts";
import { counted } from "#shared/counted.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import {
  fromData,
  leadLink,
  leadsLink,
  sentences,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import { domainIn } from "#server/assistant/understanding/name-in.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { momentWords, numberWords } from "#server/assistant/words/moment.ts";
import { companyKeyOf, readCompany } from "#server/features/companies/companies.ts";
import { AppError } from "#server/platform/errors.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { profileOf } from "#server/assistant/answers/lead-facts.ts";

const LOOKED_AT = 50;
const SHOWN = 5;

const ASKED: readonly (readonly [CompanyFactKind, RegExp])[] = [
  ["language", /\blanguages?\b|\b(?:german|english|french|spanish|italian) or\b/u],
  ["phone", /\b(?:phone|telephone|number|call|switchboard)\b/u],
  ["address", /\b(?:address|located|location|headquarters|street|where is)\b/u],
  ["industry", /\b(?:industry|sector|business|branch)\b/u],
  ["size", /\b(?:size|employees?|staff|how big|how large)\b/u],
  ["social", /\b(?:linkedin|twitter|facebook|instagram|social)\b/u],
  ["name", /\b(?:legal name|full name|name of)\b/u],
];

const LABELS: Readonly<Record<CompanyFactKind, string>> = {
  name: "Name",
  industry: "Industry",
  address: "Address",
  phone: "Phone",
  size: "Size",
  social: "Profile",
  language: "Language of the website",
};

/** Answers about a company if the question names one rather than a person: "phone of Acme", "acme.com". */
export function orCompany(answer: Answering): Answering {
  return async (asking) => (await ofCompany(asking)) ?? answer(asking);
}

async function ofCompany(asking: Asking): Promise<ChatReply | null> {
  const { language, meaning, workspace } = asking;
  const domain = domainIn(meaning.wording.question);
  const said = (domain ?? meaning.who ?? "").replace(/^(?:the )?(?:company|firm) /iu, "");
  if (language !== "en" || said === "" || said.includes("@") || said.startsWith("lead ")) return null;
  const key = domain === null ? await keyOf(asking, said) : `@${domain.toLowerCase().replace(/^www\./u, "")}`;
  if (key === null) return null;
  try {
    const company = await readCompany(workspace, key);
    // "Northwind, who owns it?": what is asked of its only lead
    const isOfLead = company.count === 1 && domain === null && OF_LEAD.test(meaning.wording.text);
    return isOfLead ? null : await answerOf(asking, company);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return domain === null
      ? null
      : fromData(`There are no leads from ${domain}, and I only know the companies of leads.`, [
          leadsLink("Search the list", { search: domain }),
        ]);
  }
}

/** The key of the company with this name; null if there is none, or if it's a person's name. */
async function keyOf({ store }: Asking, said: string): Promise<string | null> {
  const search = said.slice(0, LIMITS.list.searchLength);
  const { json } = await store.leads.list({ search, sort: "-score", limit: LOOKED_AT, view: "row" });
  const rows = JSON.parse(json) as LeadRow[];
  const asked = bare(said);
  if (rows.some(({ name }) => plainWord(name) === plainWord(said))) return null;
  const [row] = rows.filter(({ company }) => bare(company) === asked);
  if (row === undefined) return null;
  return companyKeyOf({ emailKey: row.email === "" ? null : row.email.toLowerCase(), company: row.company });
}

const OF_LEAD =
  /\b(?:own\w*|responsible|assigned|in charge|e?mail|phone|number|next step|status|scores?|points|worth|comments?|talk\w*|want\w*|need\w*|wrote|title)\b/u;

/** A company's name without its legal form. */
function bare(name: string): string {
  return plainWord(name)
    .replace(/[,.]?\s+(?:gmbh|ag|kg|ltd|limited|inc|llc|corp|co|plc|sa|sarl|srl|bv|ab|oy|se)\.?$/u, "")
    .trim();
}

async function answerOf(asking: Asking, company: Company): Promise<ChatReply> {
  const { meaning, now, store } = asking;
  const { key, name, count, exact, leads, facts, site } = company;
  const { text } = meaning.wording;
  const asked = ASKED.find(([, words]) => words.test(text))?.[0];
  const values = (kind: CompanyFactKind): string[] =>
    (site?.facts ?? []).filter((fact) => fact.kind === kind).map(({ value }) => value);
  const known = asked === undefined ? [] : values(asked);
  const isOfSite = asked === undefined && /\b(?:web ?sites?|sites?|home ?page|web ?page|url|domain)\b/u.test(text);
  const first =
    asked === undefined
      ? isOfSite && site !== undefined
        ? `The website of ${name} is ${site.domain}.`
        : ""
      : known.length === 0
        ? `I don't know that of ${name}.`
        : `${LABELS[asked]} of ${name}: ${known.join(", ")}.`;
  const own = facts.map((fact) => `• ${fact.name}: ${fact.values.join(", ")}`);
  const read = COMPANY_FACTS.flatMap((kind) =>
    values(kind).length === 0 ? [] : [`• ${LABELS[kind]}: ${values(kind).join(", ")}`],
  );
  const people = leads
    .slice(0, SHOWN)
    .map(
      (lead) =>
        `• ${[leadTitle({ ...lead, company: "" }), lead.title, /\be?mails?\b|\bcontact\b/u.test(text) ? lead.email : ""].filter(Boolean).join(", ")}, score ${lead.score}, ${lead.status}`,
    );
  const best = leads[0] === undefined || isOfSite ? null : await store.leads.get(leads[0].id);
  return fromData(
    [
      sentences(
        first,
        `${exact ? "" : "More than "}${counted(count, "lead")} ${count === 1 ? "is" : "are"} from ${name}:`,
      ),
      ...people,
      ...(asked === undefined ? [...own, ...read, ...(best === null ? [] : await profileOf(best, asking))] : []),
      siteWords(site, now),
    ],
    [
      leadsLink(`Leads from ${name}`, { company: key }),
      ...leads.slice(0, SHOWN).map((lead) => leadLink(lead.id, leadTitle({ ...lead, company: "" }))),
    ],
  );
}

/** When the website was read, or why it wasn't. */
function siteWords(site: CompanySite | undefined, now: Date): string {
  if (site === undefined) return "";
  const { domain, state, readAt, failure, isOn } = site;
  if (failure !== "") return `${domain} couldn't be read: ${failure}`;
  if (readAt !== null) return `${domain} was read ${momentWords(readAt, now)}.`;
  if (!isOn) return `${domain} hasn't been read: company facts are off in Configuration.`;
  return state === "failed" ? "" : `${domain} will be read soon.`;
}

/** "Who else works at Ann's company?" */
export const leadColleagues = aboutLead(async (lead, { workspace, language, say }) => {
  const key = companyKeyOf(lead);
  const company = key === null ? null : await readCompany(workspace, key);
  const others = (company?.leads ?? []).filter(({ id }) => id !== lead.id);
  const link = leadLink(lead.id, lead.name);
  if (key === null || company === null || others.length === 0) {
    const name = company?.name ?? lead.company;
    return fromData(
      name === ""
        ? say(
            `I don't know the company of ${lead.name}.`,
            `Die Firma von ${lead.name} ist nicht bekannt.`,
            `L'entreprise de ${lead.name} est inconnue.`,
            `No se conoce la empresa de ${lead.name}.`,
          )
        : say(
            `${lead.name} is the only lead from ${name}.`,
            `${lead.name} ist der einzige Lead von ${name}.`,
            `${lead.name} est le seul prospect de ${name}.`,
            `${lead.name} es el único lead de ${name}.`,
          ),
      [link],
    );
  }
  const n = numberWords(others.length, language);
  return {
    ...fromData(
      [
        say(
          `${n} other ${others.length === 1 ? "lead is" : "leads are"} from ${company.name}:`,
          `Außerdem bei ${company.name} (${n}):`,
          `Aussi chez ${company.name} (${n}) :`,
          `También en ${company.name} (${n}):`,
        ),
        ...others.map((one) => `• ${[leadTitle({ ...one, company: "" }), one.title].filter(Boolean).join(", ")}`),
      ],
      [link, leadsLink(company.name, { company: key })],
    ),
    leads: others.map((one) => ({
      id: one.id,
      name: leadTitle({ ...one, company: "" }),
      company: company.name,
      score: one.score,
      status: one.status,
    })),
  };
});
