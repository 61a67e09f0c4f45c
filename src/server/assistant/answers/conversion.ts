import { counted } from "#shared/counted.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { narrows, totalsOf } from "#server/assistant/answers/figures.ts";
import { filterOf } from "#server/assistant/answers/select-leads.ts";
import { day } from "#server/assistant/understanding/time-span.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { dashboardStats } from "#server/features/reports/content/dashboard-figures.ts";

/** "What is the conversion rate?" */
export const conversion: Answering = async (asking) => {
  const {
    workspace: { store },
    now,
    meaning: { leads, wording },
    language,
    say,
  } = asking;
  const { from, to } = leads.filter;
  if (narrows(leads.filter) || /\bapprov/u.test(wording.text)) return ofSome(asking);
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

/** The share of some leads that were approved, or that qualified. */
const ofSome: Answering = async (asking) => {
  const { workspace, tags, meaning, language, say } = asking;
  const { leads } = workspace.store;
  const { status: _status, ...filter } = await filterOf({ store: workspace.store, tags }, meaning.leads);
  const isApproved = /\bapprov/u.test(meaning.wording.text) && !/\bqualif/u.test(meaning.wording.text);
  const statuses = isApproved ? (["approved"] as const) : LEAD_STATUSES.filter(countsAsQualified);
  const [{ count, exact }, ...good] = await Promise.all([
    leads.count(filter),
    ...statuses.map((status) => leads.count({ ...filter, status })),
  ]);
  const some = good.reduce((sum, one) => sum + one.count, 0);
  const words = leadsWords(count, filter, meaning.leads.span?.words ?? null, exact, language, asking);
  const share = count === 0 ? "0" : ((100 * some) / count).toLocaleString(language, { maximumFractionDigits: 1 });
  const n = numberWords(some, language);
  const are = isApproved
    ? say("approved", "genehmigt", "approuvés", "aprobados")
    : say("qualified or approved", "qualifiziert oder genehmigt", "qualifiés ou approuvés", "calificados o aprobados");
  return fromData(
    say(
      `Of ${words}, ${n} ${some === 1 ? "is" : "are"} ${are}: ${share}%.`,
      `Von ${words}: ${n} ${are}, ${share} %.`,
      `Sur ${words}, ${n} ${are} : ${share} %.`,
      `De ${words}, ${n} ${are}: ${share} %.`,
    ),
    [leadsLink("Show them", filter), { label: "Dashboard", href: "/" }],
    ["What is the conversion rate?"],
  );
};
