import { datesIn } from "#server/assistant/words/moment.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import type { SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import { fromSource, leadsWords, missingIn, oneStatusIn, statusIn } from "#server/assistant/words/lead-words.ts";
import { listed } from "#server/assistant/words/moment.ts";
import { quoted } from "#server/assistant/words/say.ts";

/** Countries that English names with "the". */
const WITH_ARTICLE = new Set("AE BS DO GB GM MV NL PH US".split(" "));

/** "There is 1 lead", "Hay 3 leads" */
export function thereAre(words: string, count: number, say: Asking["say"]): string {
  return say(
    `There ${count === 1 ? "is" : "are"} ${words}`,
    `Es gibt ${words}`,
    `${words.startsWith("aucun ") ? "Il n'y a" : "Il y a"} ${words}`,
    `${words.startsWith("ningún ") ? "No hay" : "Hay"} ${words}`,
  );
}

export function selectedWords(asking: Asking, selected: SelectedLeads, inTime: string | null): string {
  const { language, say } = asking;
  const { without, others = [] } = selected;
  const one = (filter: LeadFilter, count: number): string => leadsWords(count, filter, null, true, language, asking);
  const or = say(" or ", " oder ", " ou ", " o ");
  const isOfSources = others.length > 0 && others.every((other) => Object.keys(other).join("") === "source");
  const isOfStatuses = others.length > 0 && others.every((other) => Object.keys(other).join("") === "status");
  // "13 qualified or pending leads"
  const statuses = [selected.filter, ...others].flatMap(({ status }) =>
    status === undefined || status === "all" ? [] : statusIn(status, language),
  );
  const { owner: _owner, ...unowned } = selected.filter;
  const sources = [selected.filter, ...others].flatMap(({ source }) =>
    source === undefined ? [] : fromSource(source, language),
  );
  const added =
    isOfStatuses || isOfSources
      ? []
      : others.flatMap(({ owner: _other, ...other }) =>
          Object.keys(other).length === 0 ? [] : wordsAfterNoun(one({ ...unowned, ...other }, 2)),
        );
  const whole = wordsOfAll(asking, selected, inTime);
  const values = isOfStatuses ? statuses : isOfSources ? sources : [];
  const words = [whole.replace(values[0] ?? "", values.join(or)), ...added].join(or);
  const listedOf = (filters: readonly LeadFilter[]): string =>
    filters.map((filter) => wordsAfterNoun(one(filter, 2))).join(", ");
  const also = (selected.also ?? []).map((filter) => one(filter, 2).split(" ").slice(2).join(" ")).join(", ");
  const excluded = without?.filters ?? [];
  const withStep = excluded.some(({ nextStep }) => nextStep === "none");
  // Not without a phone number
  const having = excluded.flatMap(({ missing }) => (missing === undefined ? [] : missingIn(missing, language)));
  const not = listedOf(excluded.filter(({ nextStep, missing }) => (nextStep ?? missing) === undefined));
  return [
    words,
    also === "" ? "" : say(` and ${also}`, ` und ${also}`, ` et ${also}`, ` y ${also}`),
    withStep
      ? say(" with a next step", " mit nächstem Schritt", " avec une prochaine étape", " con un próximo paso")
      : "",
    having.length === 0 ? "" : ` ${say("with", "mit", "avec", "con")} ${listed(having, language)}`,
    not === "" ? "" : say(`, excluding ${not}`, `, ohne ${not}`, `, sans les ${not}`, `, sin los ${not}`),
  ].join("");
}

/** Without the number. */
function wordsAfterNoun(words: string): string {
  return words.replace(/^\S+ /u, "");
}

function wordsOfAll(asking: Asking, selected: SelectedLeads, inTime: string | null): string {
  const { language, say } = asking;
  const { filter, count, isExact, rule, country, notCountry, owner, decision, origins } = selected;
  const { owner: _owner, ...unowned } = filter;
  if (decision !== undefined) {
    const { status: _status, ...decided } = filter;
    const { decision: _decision, ...others } = selected;
    const is = decision.statuses
      .map((status) => (language === "de" ? oneStatusIn : statusIn)(status, language))
      .join(say(" or ", " oder ", " ou ", " o "));
    const by = decision.by.join(", ");
    const span = asking.meaning.leads.span;
    return [
      wordsOfAll(asking, { ...others, filter: decided }, null),
      is,
      by && say(`by ${by}`, `von ${by}`, `par ${by}`, `por ${by}`),
      decision.statuses.length > 0 && span !== null && (language === "en" ? span.words : datesWords(span, asking)),
    ]
      .filter(Boolean)
      .join(" ");
  }
  if (origins !== undefined) {
    const { origins: _origins, ...others } = selected;
    return `${wordsOfAll(asking, others, inTime)} (${origins.map((one) => quoted(one, say)).join(", ")})`;
  }
  const words = leadsWords(count, owner === undefined ? filter : unowned, inTime, isExact, language, asking);
  if (owner !== undefined) {
    return `${words} ${say(`assigned to ${owner}`, `von ${owner}`, `de ${owner}`, `de ${owner}`)}`;
  }
  if (rule !== undefined && asking.meaning.leads.isOnlyRule) {
    return `${words} ${say(`that match only the rule “${rule.name}”`, `nur zur Regel „${rule.name}“`, `pour la seule règle « ${rule.name} »`, `solo de la regla «${rule.name}»`)}`;
  }
  if (rule !== undefined) {
    return `${words} ${say(`that match the rule “${rule.name}”`, `zur Regel „${rule.name}“`, `pour la règle « ${rule.name} »`, `de la regla «${rule.name}»`)}`;
  }
  const names = new Intl.DisplayNames(language, { type: "region" });
  const namesOf = (codes: string): string =>
    codes
      .split(",")
      .map((code) => `${language === "en" && WITH_ARTICLE.has(code) ? "the " : ""}${names.of(code) ?? code}`)
      .join(say(" or ", " oder ", " ou ", " o "));
  const of = country === undefined ? "" : namesOf(country);
  const not = notCountry === undefined ? "" : namesOf(notCountry);
  return [
    words,
    selected.isWithoutRule === true &&
      say("that match no rule", "ohne Treffer einer Regel", "sans règle correspondante", "sin coincidencia de reglas"),
    of &&
      say(
        `with a phone number in ${of}`,
        `mit einer Telefonnummer aus ${of}`,
        `avec un numéro de téléphone (${of})`,
        `con un teléfono de ${of}`,
      ),
    not &&
      say(
        `without a phone number in ${not}`,
        `ohne Telefonnummer aus ${not}`,
        `sans numéro de téléphone (${not})`,
        `sin teléfono de ${not}`,
      ),
  ]
    .filter(Boolean)
    .join(" ");
}

function datesWords({ from, to }: { from: Date; to: Date | null }, { language, now }: Asking): string {
  return `(${datesIn(from, to ?? now, language)})`;
}
