import type { DashboardStats } from "#shared/contract/dashboard.ts";
import { countsAsQualified, LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { filterOf } from "#server/assistant/answers/select-leads.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { capital } from "#server/assistant/words/say.ts";
import { dashboardStats } from "#server/features/reports/content/dashboard-figures.ts";

/** "What is the conversion rate?", "what share of website leads do we approve?" */
export const conversion: Answering = async (asking) => {
  const { store, now, meaning, language, say } = asking;
  const { text } = meaning.wording;
  const { status: _status, ...filter } = await filterOf(asking, meaning.leads);
  const one = /\breject/u.test(text)
    ? "rejected"
    : /\bapprov/u.test(text) && !/\bqualif/u.test(text)
      ? "approved"
      : null;
  const statuses: readonly LeadStatus[] = one === null ? LEAD_STATUSES.filter(countsAsQualified) : [one];
  const [{ count, exact }, ...good] = await Promise.all([
    store.leads.count(filter),
    ...statuses.map((status) => store.leads.count({ ...filter, status })),
  ]);
  const some = good.reduce((sum, { count: own }) => sum + own, 0);
  const words = leadsWords(count, filter, meaning.leads.span?.words ?? null, exact, language, asking);
  const share = (count === 0 ? 0 : (100 * some) / count).toLocaleString(language, { maximumFractionDigits: 1 });
  const n = numberWords(some, language);
  const [rate = "", are = ""] = {
    rejected: [
      say("rejection rate", "Ablehnungsquote", "taux de rejet", "tasa de rechazo"),
      say("rejected", "abgelehnt", "rejetés", "rechazados"),
    ],
    approved: [
      say("approval rate", "Freigabequote", "taux d'approbation", "tasa de aprobación"),
      say("approved", "genehmigt", "approuvés", "aprobados"),
    ],
    qualified: [
      say("conversion rate", "Konversionsrate", "taux de conversion", "tasa de conversión"),
      say("qualified or approved", "qualifiziert oder genehmigt", "qualifiés ou approuvés", "calificados o aprobados"),
    ],
  }[one ?? "qualified"];
  const isOfAll = one === null && Object.keys(filter).length === 0;
  const trend = isOfAll && language === "en" ? trendWords(await dashboardStats(store, now, 0)) : "";
  return fromData(
    sentences(
      say(
        `The ${rate} is ${share}%: ${n} of ${words} ${some === 1 ? "is" : "are"} ${are}.`,
        `${rate}: ${share} %. ${n} von ${words} sind ${are}.`,
        `${capital(rate)} : ${share} %. ${n} sur ${words} sont ${are}.`,
        `${capital(rate)}: ${share} %. ${n} de ${words} están ${are}.`,
      ),
      trend,
    ),
    [...(isOfAll ? [] : [leadsLink("Show them", filter)]), { label: "Dashboard", href: "/" }],
  );
};

function trendWords({ trends: { conversionRate: trend } }: DashboardStats): string {
  if (trend === null) return "";
  const change = `${Math.abs(trend.percentage)} percentage points ${trend.direction === "up" ? "above" : "below"}`;
  return `This month it's ${trend.direction === "flat" ? "the same as" : change} the same part of last month.`;
}
