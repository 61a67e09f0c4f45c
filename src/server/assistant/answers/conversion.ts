import { counted } from "#shared/counted.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { filterOf } from "#server/assistant/answers/select-leads.ts";
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
  const { status: _status, ...narrow } = leads.filter;
  if (Object.keys(narrow).length > 0 || /\bapprov/u.test(wording.text)) return ofSome(asking);
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
