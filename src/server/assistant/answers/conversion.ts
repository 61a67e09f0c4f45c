import { counted } from "#shared/counted.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { beyondFigures, narrows, totalsOf } from "#server/assistant/answers/figures.ts";
import { day } from "#server/assistant/understanding/time-span.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { dashboardStats } from "#server/features/reports/content/dashboard-figures.ts";

/** "What is the conversion rate?" */
export const conversion: Answering = async ({ workspace: { store }, now, meaning: { leads }, language, say }) => {
  const { from, to } = leads.filter;
  if (narrows(leads.filter)) return beyondFigures("give the conversion rate of all leads, or of a time span");
  if (leads.span !== null && from !== undefined) {
    const { all, qualified } = await totalsOf(store, {
      from: new Date(from),
      to: to === undefined ? day(now, 1) : new Date(to),
    });
    if (all === 0)
      return fromData(`No leads came in ${leads.span.words}, so there's no conversion rate.`, [
        leadsLink("Leads", leads.filter),
      ]);
    const share = ((100 * qualified) / all).toLocaleString(language, {
      maximumFractionDigits: 1,
      minimumFractionDigits: 1,
    });
    return fromData(
      say(
        `Of ${counted(all, "lead")} that came in ${leads.span.words}, ${numberWords(qualified)} are qualified or approved: ${share}%.`,
        `Von ${all} Leads sind ${qualified} qualifiziert oder genehmigt: ${share} %.`,
        `Sur ${all} prospects, ${qualified} sont qualifiés ou approuvés : ${share} %.`,
        `De ${all} leads, ${qualified} están calificados o aprobados: ${share} %.`,
      ),
      [leadsLink("Show them", { from, ...(to !== undefined && { to }) }), { label: "Dashboard", href: "/" }],
      ["What is the conversion rate?"],
    );
  }
  const { conversionRate, qualifiedLeads, totalLeads, trends } = await dashboardStats(store, now, 0);
  const rate = conversionRate.toLocaleString(language);
  const trend = trends.conversionRate;
  const compared =
    trend === null
      ? ""
      : `This month it's ${trend.direction === "flat" ? "the same as" : `${Math.abs(trend.percentage)} percentage points ${trend.direction === "up" ? "above" : "below"}`} the same part of last month.`;
  return fromData(
    sentences(
      say(
        `The conversion rate is ${conversionRate}%: ${numberWords(qualifiedLeads)} of ${counted(totalLeads, "lead")} are qualified or approved.`,
        `Die Konversionsrate liegt bei ${rate} %: ${qualifiedLeads} von ${totalLeads} Leads sind qualifiziert oder genehmigt.`,
        `Le taux de conversion est de ${rate} % : ${qualifiedLeads} des ${totalLeads} prospects sont qualifiés ou approuvés.`,
        `La tasa de conversión es del ${rate} %: ${qualifiedLeads} de los ${totalLeads} leads están calificados o aprobados.`,
      ),
      language === "en" ? compared : "",
    ),
    [{ label: "Dashboard", href: "/" }],
  );
};
