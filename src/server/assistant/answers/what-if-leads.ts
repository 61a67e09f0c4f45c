import { DAY } from "#shared/durations.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadsLink, sentences, type Asking } from "#server/assistant/answers/answer.ts";
import { isOfFilter, MOST_READ, newestOnly, selectLeads } from "#server/assistant/answers/select-leads.ts";
import { selectedWords, thereAre } from "#server/assistant/answers/selected-words.ts";
import { leadCount } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

type Answer = ReturnType<typeof fromData>;

const WEEKS = 8;

/** "What if we only took leads from France?", "without the website?": what these leads are of all. */
export async function withoutLeads(asking: Asking): Promise<Answer | null> {
  const { store, meaning, now, language, say } = asking;
  const { leads } = meaning;
  // Of "without the website" it is the website that counts.
  const [excluded, ...others] = leads.excluded;
  const notCountries = leads.countries.length === 0 ? leads.notCountries : leads.countries;
  const isOfOne = others.length === 0 && leads.others.length + leads.also.length === 0;
  const { from: _from, to: _to, status: said, ...asked } = leads.filter;
  // "If we reject all of them" supposes a status.
  const isSupposed = /\b(?:reject|approve|accept|qualify)\b/u.test(meaning.wording.text);
  const filter = { ...asked, ...(said !== undefined && !isSupposed && { status: said }), ...excluded };
  if (!isOfOne || (Object.keys(filter).length === 0 && notCountries.length === 0 && leads.tags.length === 0))
    return null;
  const question = {
    ...leads,
    filter,
    span: null,
    deciders: [],
    isDecided: false,
    excluded: [],
    countries: notCountries,
    notCountries: [],
    leftOver: [],
  };
  const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads: question } });
  if (selected === null) return null;
  const isExact = isOfFilter(selected) && selected.filter.status === undefined;
  const [rows, all, totals] = await Promise.all([
    isExact ? [] : selected.rows("-createdAt", MOST_READ),
    store.leads.count({}),
    store.leads.totals(),
  ]);
  const since = new Date(now.getTime() - WEEKS * 7 * DAY).toISOString();
  // Exact, however many there are.
  const countOf = async (more: LeadFilter): Promise<number> =>
    (await store.leads.count({ ...selected.filter, ...more })).count;
  const [good, recent] = isExact
    ? [
        (await Promise.all(LEAD_STATUSES.filter(countsAsQualified).map((status) => countOf({ status })))).reduce(
          (sum, count) => sum + count,
          0,
        ),
        await countOf({ from: since }),
      ]
    : [
        rows.filter(({ status }) => countsAsQualified(status)).length,
        rows.filter(({ createdAt }) => createdAt >= since).length,
      ];
  const n = (count: number): string => numberWords(count, language);
  const [words, rest, qualified] = [
    selectedWords(asking, selected, null),
    leadCount(all.count - selected.count, language),
    n(totals.qualified + totals.approved - good),
  ];
  const isOfMonths = /\bmonth/u.test(meaning.wording.text);
  const perWeek = ((recent / WEEKS) * (isOfMonths ? 52 / 12 : 1)).toLocaleString(language, {
    maximumFractionDigits: 1,
  });
  return fromData(
    sentences(
      isExact ? "" : newestOnly(rows, MOST_READ, asking),
      say(
        `${thereAre(words, selected.count, say)}, out of ${n(all.count)} in total: ${n(good)} qualified or approved, and ${perWeek} came in per ${isOfMonths ? "month" : "week"} (average of ${WEEKS} weeks). Without them, ${rest} ${all.count - selected.count === 1 ? "remains" : "remain"}, ${qualified} qualified or approved. Nothing was changed.`,
        `Von allen ${n(all.count)} sind das ${words}: ${n(good)} davon qualifiziert oder genehmigt, ${perWeek} pro ${isOfMonths ? "Monat" : "Woche"} (Schnitt aus ${WEEKS} Wochen). Ohne sie: ${rest}, davon ${qualified} qualifiziert oder genehmigt. Es wurde nichts geändert.`,
        `Sur ${n(all.count)} en tout, ce sont ${words} : ${n(good)} qualifiés ou approuvés, ${perWeek} par ${isOfMonths ? "mois" : "semaine"} (moyenne de ${WEEKS} semaines). Sans eux, il reste ${rest}, dont ${qualified} qualifiés ou approuvés. Rien n'a été modifié.`,
        `De ${n(all.count)} en total, son ${words}: ${n(good)} calificados o aprobados, ${perWeek} por ${isOfMonths ? "mes" : "semana"} (media de ${WEEKS} semanas). Sin ellos: ${rest}, ${qualified} calificados o aprobados. No se ha cambiado nada.`,
      ),
    ),
    isOfFilter(selected) ? [leadsLink("Show them", selected.filter, null, now)] : [],
  );
}

/** "Which threshold gives about 30 leads?": of those that nobody approved or rejected. */
export async function thresholdFor({ store, meaning, language, say }: Asking): Promise<Answer | null> {
  const asked = Number(/\d{1,5}/u.exec(meaning.wording.text)?.[0]);
  const scores = (await store.leads.scoreTotals()).filter(
    ({ status }) => status === "pending" || status === "qualified",
  );
  const countAt = (threshold: number): number =>
    scores.reduce((sum, { score, count }) => sum + (score >= threshold ? count : 0), 0);
  const { min, max } = LIMITS.qualificationThreshold;
  const all = Array.from({ length: max - min + 1 }, (_, at) => max - at);
  const [best] = all.toSorted((one, other) => Math.abs(countAt(one) - asked) - Math.abs(countAt(other) - asked));
  if (best === undefined) return null;
  const n = leadCount(countAt(best), language);
  return fromData(
    say(
      `With a threshold of ${best}, ${n} that nobody has decided on would be qualified, which is nearest to ${asked}. Nothing was changed.`,
      `Mit einem Schwellenwert von ${best}: ${n} qualifiziert, noch nicht entschieden; das kommt ${asked} am nächsten. Es wurde nichts geändert.`,
      `Avec un seuil de ${best} : ${n} à qualifier, sans décision jusqu'ici ; c'est au plus près de ${asked}. Rien n'a été modifié.`,
      `Con un umbral de ${best}: ${n} por calificar, sin decisión hasta ahora; es lo más cercano a ${asked}. No se ha cambiado nada.`,
    ),
    [{ label: "Configuration", href: "/configuration" }],
  );
}
