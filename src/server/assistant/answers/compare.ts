import { counted } from "#shared/counted.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { comparedSpans, type ComparedSpan, spanIn } from "#server/assistant/answers/compared-spans.ts";
import { filterOf } from "#server/assistant/answers/select-leads.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import type { Store } from "#server/db/store.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** "Compare this week with last week", "March against February": spans that go on are cut to the same length. */
export const compare: Answering = async (asking) => {
  const { store, meaning, now, say, language } = asking;
  const [current, previous] = comparedSpans(meaning, now);
  const { status, from: _from, to: _to, ...others } = await filterOf(asking, meaning.leads);
  // Those that qualified are counted anyway.
  const filter = status === undefined || status === "qualified" ? others : { ...others, status };
  const isNarrow = Object.keys(filter).length > 0;
  const [these, those] = await Promise.all([countsOf(store, filter, current), countsOf(store, filter, previous)]);
  const only = isNarrow ? ` (${leadsWords(2, filter, null, true, language, asking).replace(/^\S+ /u, "")})` : "";
  const change = these.all - those.all;
  const percent = those.all === 0 ? "" : ` (${change > 0 ? "+" : ""}${((100 * change) / those.all).toFixed(1)}%)`;
  const verdict =
    change === 0
      ? `The same number of leads${only} came in ${current.words} as ${previous.words}`
      : `${counted(Math.abs(change), `${change > 0 ? "more" : "fewer"} lead`)}${only} came in ${current.words} than ${previous.words}${percent}`;
  const [span, before_] = [current, previous].map((one) => spanIn(one, asking));
  const [n, before] = [numberWords(these.all, language), numberWords(those.all, language)];
  const [good, goodBefore] = [numberWords(these.qualified, language), numberWords(those.qualified, language)];
  return fromData(
    say(
      sentences(`${verdict}: ${n} vs. ${before}.`, `${good} of them are qualified or approved now, vs. ${goodBefore}.`),
      `${span}: ${n} Leads${only}, davon ${good} qualifiziert oder genehmigt. Zum Vergleich ${before_}: ${before} Leads, davon ${goodBefore}${percent}.`,
      `${span} : ${n} prospects${only}, dont ${good} qualifiés ou approuvés. En comparaison, ${before_} : ${before} prospects, dont ${goodBefore}${percent}.`,
      `${span}: ${n} leads${only}, ${good} calificados o aprobados. En comparación, ${before_}: ${before} leads, ${goodBefore}${percent}.`,
    ),
    [
      leadsLink(`Leads ${current.words}`, { ...filter, from: current.from.toISOString() }),
      { label: "Dashboard", href: "/" },
    ],
    ["Which source brings the most leads?"],
  );
};

async function countsOf(
  { leads }: Pick<Store, "leads">,
  filter: LeadFilter,
  { from, to }: ComparedSpan,
): Promise<{ all: number; qualified: number }> {
  const span = { ...filter, from: from.toISOString(), to: to.toISOString() };
  const statuses = [undefined, ...LEAD_STATUSES.filter(countsAsQualified)];
  const [all = 0, ...good] = await Promise.all(
    statuses.map(async (status) => (await leads.count({ ...span, ...(status !== undefined && { status }) })).count),
  );
  return { all, qualified: good.reduce((sum, count) => sum + count, 0) };
}
