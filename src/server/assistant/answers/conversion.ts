import type { DashboardStats } from "#shared/contract/dashboard.ts";
import { countsAsQualified, LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { isOfFilter, selectLeads } from "#server/assistant/answers/select-leads.ts";
import { selectedWords, thereAre } from "#server/assistant/answers/selected-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { capital } from "#server/assistant/words/say.ts";
import { dashboardStats } from "#server/features/reports/content/dashboard-figures.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";

const DASHBOARD = { label: "Dashboard", href: "/" };

/** "What is the conversion rate?", "what share of website leads do we approve?" */
export const conversion: Answering = async (asking) => {
  const { store, now, meaning, language, say } = asking;
  const { statuses: asked } = meaning.asks;
  const decided = asked.filter((status) => status === "approved" || status === "rejected");
  const { status: _status, ...others } = meaning.leads.filter;
  const wide = meaning.leads.others.filter((other) => other.status === undefined);
  const leads = { ...meaning.leads, filter: others, others: wide, leftOver: [] };
  const select = (status?: LeadStatus): ReturnType<typeof selectLeads> =>
    selectLeads({
      ...asking,
      meaning: { ...meaning, leads: { ...leads, filter: { ...others, ...(status !== undefined && { status }) } } },
    });
  const one = asked.includes("qualified") ? undefined : decided[0];
  const statuses: readonly LeadStatus[] = one === undefined ? LEAD_STATUSES.filter(countsAsQualified) : [one];
  const [all, ...good] = await Promise.all([select(), ...statuses.map(select)]);
  if (all === null || all === undefined) return null;
  const { count, filter } = all;
  const some = good.reduce((sum, own) => sum + (own?.count ?? 0), 0);
  const words = selectedWords(asking, all, meaning.leads.span?.words ?? null);
  const share = ((100 * some) / count).toLocaleString(language, { maximumFractionDigits: 1 });
  const n = numberWords(some, language);
  const [rate = "", are = ""] =
    {
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
        say(
          "qualified or approved",
          "qualifiziert oder genehmigt",
          "qualifiés ou approuvés",
          "calificados o aprobados",
        ),
      ],
    }[one ?? "qualified"] ?? [];
  if (count === 0)
    return fromData(
      say(
        `${thereAre(words, count, say)}, so there's no ${rate} yet.`,
        `${thereAre(words, count, say)}, also noch keine ${rate}.`,
        `${thereAre(words, count, say)}, donc pas encore de ${rate}.`,
        `${thereAre(words, count, say)}, así que aún no hay ${rate}.`,
      ),
      [DASHBOARD],
    );
  const isOfAll = one === undefined && Object.keys(filter).length === 0 && isOfFilter(all);
  const { timeZone } = await reportClock({ store });
  const trend = isOfAll && language === "en" ? trendWords(await dashboardStats(store, now, 0, timeZone)) : "";
  return fromData(
    sentences(
      say(
        `The ${rate} is ${share}%: ${n} of ${words} ${some === 1 || count === 1 ? "is" : "are"} ${are}.`,
        `${rate}: ${share} %. ${n} von ${words} sind ${are}.`,
        `${capital(rate)} : ${share} %. ${n} sur ${words} sont ${are}.`,
        `${capital(rate)}: ${share} %. ${n} de ${words} están ${are}.`,
      ),
      trend,
    ),
    [...(isOfAll ? [] : [leadsLink("Show them", filter)]), DASHBOARD],
  );
};

function trendWords({ trends: { conversionRate: trend } }: DashboardStats): string {
  if (trend === null) return "";
  const change = `${Math.abs(trend.percentage)} percentage points ${trend.direction === "up" ? "above" : "below"}`;
  return `This month it's ${trend.direction === "flat" ? "the same as" : change} the same part of last month.`;
}
