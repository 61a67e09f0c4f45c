import { leadTitle } from "#shared/lead-title.ts";
import { fromData, leadLink, leadsLink } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { companyKeyOf, readCompany } from "#server/features/companies/companies.ts";

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
