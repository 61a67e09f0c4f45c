import { CRM_VALUES, type CrmMapping, type CrmValue } from "#shared/crm.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { sourceLabel } from "#shared/source-kinds.ts";
import type { CrmLead } from "#server/delivery/crm/crm-client.ts";

/** Every value that a field of a CRM can get, as text; empty where the lead has none. */
export function valuesOf(lead: StoredLead, publicUrl: string | null): Record<CrmValue, string> {
  const { id, name, company, title, phone, industry, scrapeUrl, notes, source, score, status } = lead;
  return {
    name,
    ...splitName(name),
    company,
    title,
    phone,
    industry,
    website: scrapeUrl,
    notes,
    source: sourceLabel(source),
    score: String(score),
    status,
    link: publicUrl === null ? "" : `${publicUrl}/leads/${encodeURIComponent(id)}`,
  };
}

/** Not Katakana, in which foreign names are written with the given name first. */
const FAMILY_FIRST = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}々]/u;

/**
 * A family name starts with its first lowercase particle ("van", "de"), or is the last word. In Chinese, Japanese and
 * Korean script it is the first word.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/u);
  const [family = "", ...given] = words;
  if (given.length > 0 && FAMILY_FIRST.test(family)) return { firstName: given.join(" "), lastName: family };
  const particle = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word));
  const start = particle === -1 ? words.length - 1 : particle;
  return { firstName: words.slice(0, start).join(" "), lastName: words.slice(start).join(" ") };
}

interface Destination {
  mapping: CrmMapping | null;
  owners: Readonly<Record<string, string>> | null;
}

/** What is sent of a lead. Empty values are skipped, so they never clear a field of the CRM. */
export function crmLeadOf(lead: StoredLead, { mapping, owners }: Destination, publicUrl: string | null): CrmLead {
  const values = valuesOf(lead, publicUrl);
  const named = Object.keys(CRM_VALUES) as CrmValue[];
  const fields = named.flatMap((value) => {
    const field = mapping?.[value];
    return field === undefined || values[value] === ""
      ? []
      : [[field, value === "score" ? lead.score : values[value]] as const];
  });
  const { email, name, company, phone, ownerId } = lead;
  return {
    email,
    name,
    company,
    phone,
    fields: Object.fromEntries(fields),
    owner: ownerId === null ? null : (owners?.[ownerId] ?? null),
  };
}
