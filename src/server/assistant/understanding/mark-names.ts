import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { editDistance } from "#shared/text/edit-distance.ts";
import { intentVocabulary, stem } from "#server/assistant/understanding/intent-model.ts";
import { LIGHT, FIELD, wordingOf, wordsOf, type Word, type Wording } from "#server/assistant/understanding/words.ts";

/** What a team calls its rules, custom fields and tags. */
export interface KnownNames {
  rules?: readonly string[];
  fields?: readonly CustomField[];
  /** Saved views with their filters. */
  views?: readonly { name: string; filter: LeadFilter }[];
  tags?: readonly string[];
  /** The names, companies and parts of names of leads that the questions contain; undefined if nobody looked. */
  leads?: LeadNames;
  /** Names of sources, forms and files, with the word for their kind. */
  sources?: readonly { name: string; kind: string; isOnly: boolean }[];
  /** The usernames of the team, without a domain: of all, of the person asking, and of who was named last. */
  people?: readonly string[];
  me?: string;
  person?: string;
  /** What the answer to each question before lists, in its order. */
  shown?: readonly (readonly string[])[];
  /** Whether the person has an account, so that "my leads" are those they own. */
  hasAccount?: boolean;
}

/** In words as they're compared: whole names, and single words of names. */
export interface LeadNames {
  whole: readonly (readonly string[])[];
  parts: ReadonlySet<string>;
  /** Words of job titles and industries, which are no typos. */
  found?: ReadonlySet<string>;
  /** Job titles. */
  titles?: readonly string[];
}

interface Name {
  words: readonly string[];
  field?: CustomField;
  isOfLead?: boolean;
  view?: LeadFilter;
  origin?: string;
  /** The word that a question could have instead. */
  meant?: string;
}

/** Shorter names are too easily mistaken for other words. */
const SHORTEST_MISSPELLED = 5;
/** Next to these, a name is that of a rule. */
const OF_RULES = /^(?:rules?|keywords?|regeln?|règles?|reglas?)$/u;
/** A field of this name must be called one: "the field status". */
const MEAN_OTHER = new Set(
  `lead leads score scores points status source sources owner owners tag tags email emails phone name company companies title notes note comment comments
  keyword keywords rule rules report reports team sync today date created added country threshold user users next step steps file import export`.split(
    /\s+/u,
  ),
);

const ENDS = ["end", "ends", "ending", "expire", "expires", "expiring", "expiry", "expiration"];
/** After an option, which then says which leads: "enterprise leads". */
const OF_OPTION =
  /^(?:ones?|leads?|contacts?|prospects?|customers?|accounts?|people|guys|folks?|clients?|compan(?:y|ies)|business(?:es)?|firms?|chains?)$/u;
const NO_OPTION = new Set(
  "new open best top hot all my our good bad high low first last next latest pending qualified approved rejected no yes".split(
    " ",
  ),
);

/** Marks the words of names, the longest name first; a custom field becomes a single word. */
export function markNames(
  wording: Wording,
  { rules = [], fields = [], leads, sources = [], views = [], people = [] }: KnownNames,
): Wording {
  const names: Name[] = [
    ...views.map(({ name, filter }) => ({
      words: wordsOf(name).words.map(({ meant }) => meant),
      meant: "leads",
      view: filter,
    })),
    ...(leads?.whole ?? []).map((words) => ({ words, isOfLead: true })),
    ...fields.flatMap((field) => spellings(field).map((words) => ({ words, field }))),
    ...rules.map((name) => ({ words: wordsOf(name).words.map(({ meant }) => meant) })),
  ];
  // "Sarahs leads"
  let words = wording.words.map((word) => {
    const name = word.meant.replace(/s$/u, "");
    return name !== word.meant && people.includes(name) && !people.includes(word.meant)
      ? { ...word, meant: name, said: `${name}'s` }
      : word;
  });
  for (const name of names.toSorted((one, other) => other.words.length - one.words.length)) {
    for (let at = 0; name.words.length > 0 && at + name.words.length <= words.length; at += 1) {
      if (isNamed(words, at, name)) words = marked(words, at, name);
    }
  }
  const isPart = ({ meant, isOfName, isOfLead }: Word): boolean =>
    isOfName !== true &&
    isOfLead !== true &&
    leads?.parts.has(meant) === true &&
    // Who decides is the colleague Hannah rather than the lead of that name.
    !(people.includes(meant) && OF_COLLEAGUES.test(wording.text));
  words = words.map((word) => (isPart(word) ? { ...word, isOfLead: true } : word));
  return wordingOf(wording.question, markOptions(markOrigins(words, sources), fields));
}

const OF_COLLEAGUES =
  /\b(?:take|takes|took|been up to|working on|did|does|done)\b.*\b(?:approv\w*|reject\w*|decid\w*|do|doing|yesterday|today|week|month)\b|\bleads of\b|\b(?:overdue|tasks?|open) /u;
const OF_FILE = new Set(["csv", "xlsx", "xls", "tsv", "example", "com"]);
const ORIGIN_NOUN = /^(?:sheet|file|website|site|mailbox|scraper|target|list|source|import)$/u;

/** Marks the names of sources, forms and files, also a part of one: two of its words, or one that no question has. */
function markOrigins(asked: readonly Word[], sources: NonNullable<KnownNames["sources"]>): Word[] {
  let words = [...asked];
  for (const { name, kind, isOnly } of sources) {
    const own = wordsOf(name.replaceAll(/[-_.]/gu, " "))
      .words.map(({ meant }) => meant)
      .filter((one) => !OF_FILE.has(one));
    const isOwn = (word: Word | undefined): boolean =>
      word !== undefined &&
      word.isOfLead !== true &&
      word.isOfName !== true &&
      word.field === undefined &&
      own.some((one) => root(one) === root(word.meant));
    const runFrom = (at: number): Word[] => {
      const end = words.slice(at).findIndex((word) => !isOwn(word));
      return words.slice(at, end === -1 ? undefined : at + end);
    };
    const start = words.findIndex((_, at) => {
      const run = runFrom(at);
      const said = run.filter(({ meant }) => !LIGHT.has(meant));
      const isWhole = run.length > 1 && run.length === own.length;
      const isUnusual = said.some(({ meant }) => meant.length > 4 && isRare(meant));
      // "Call back on Friday" isn't the form "Call me back".
      return isWhole || isUnusual || (said.length > 1 && isPartOf(run, own));
    });
    const run = start === -1 ? [] : runFrom(start);
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    // "The guild scraper"
    const isNext = ORIGIN_NOUN.test(words[start + run.length]?.meant ?? "");
    const named = { ...first, meant: kind, end: last.end, ...(!isOnly && { origin: name }) };
    words = words.toSpliced(start, run.length + Number(isNext), named);
  }
  return words;
}

/** Whether words are next to each other in a name. */
function isPartOf(run: readonly Word[], name: readonly string[]): boolean {
  const joined = (words: readonly string[]): string =>
    ` ${words
      .filter((word) => !ARTICLE.test(word))
      .map(root)
      .join(" ")} `;
  return joined(name).includes(joined(run.map(({ meant }) => meant)));
}
const ARTICLE = /^(?:an?|the|of|for)$/u;

/** Whether no question has a word: it says what is meant on its own. */
function isRare(word: string): boolean {
  const known = intentVocabulary();
  return !known.has(word) && !known.has(root(word)) && !/^\d/u.test(word);
}

/** Marks the options of choices before "leads" and after "from the", as what is asked of their field. */
function markOptions(asked: readonly Word[], fields: readonly CustomField[]): Word[] {
  const options = optionsOf(fields);
  const words = options.length === 0 ? asked : withLeadsAfter(asked, options);
  return words.reduce<Word[]>((before, word) => {
    const same = OF_OPTION.test(word.meant)
      ? options.filter(
          ({ parts, field }) =>
            parts.length > 0 &&
            parts.length <= before.length &&
            parts.every((part, at) => isOption(before[before.length - parts.length + at]?.meant, part)) &&
            !NO_OPTION.has(parts.join(" ")) &&
            !before.some(({ field: other }) => other?.key === field.key),
        )
      : [];
    const [only, ...others] = same;
    const first = only === undefined ? undefined : before.at(-only.parts.length);
    if (only === undefined || first === undefined || others.length > 0) return [...before, word];
    const { field, option, parts } = only;
    const end = before.at(-1)?.end ?? first.end;
    // "Food or retail leads"
    const or = before.at(-parts.length - 1);
    const other = /^(?:or|and)$/u.test(or?.meant ?? "")
      ? options.find(
          (one) =>
            one.field.key === field.key &&
            one.parts.length === 1 &&
            isOption(before.at(-parts.length - 2)?.meant, one.parts[0] ?? ""),
        )
      : undefined;
    const conditions = [option, ...(other === undefined ? [] : [other.option])].map((value) => ({
      key: field.key,
      test: "is" as const,
      value,
    }));
    const rest = before.slice(0, -parts.length - (other === undefined ? 0 : 2));
    const isExcluded = /^(?:not|non|except|excluding)$/u.test(rest.at(-1)?.meant ?? "");
    const meant = { ...field, conditions, ...(isExcluded && { isExcluded }) };
    const named = { ...first, meant: FIELD, end, isOfName: true, field: meant };
    return [...(isExcluded ? rest.slice(0, -1) : rest), named, word];
  }, []);
}

const OF_PLACE = /^(?:from|in|of)$/u;
const LONG_OPTION = 6;

/** "Pharmacies" and "pharmacie" are of the option Pharmacy, and "wholesalers" of Wholesale. */
export function isOption(word: string | undefined, part: string): boolean {
  if (word === undefined || word === part || root(word) === root(part)) return word !== undefined;
  if (Math.min(word.length, part.length) < LONG_OPTION || Math.abs(word.length - part.length) > 3) return false;
  const differs = [...part].findIndex((letter, at) => word[at] !== letter);
  return differs === -1 || differs >= Math.max(LONG_OPTION - 1, part.length - 2);
}

/** "Leads from the wholesale" as "leads from the wholesale leads". */
function withLeadsAfter(words: readonly Word[], options: readonly Option[]): readonly Word[] {
  const saysLeads = words.some(({ meant }) => OF_OPTION.test(meant));
  return words.flatMap((word, at) => {
    // "Any pharmacies?", "leads pharmacy"
    const isPlural = options.some(({ parts }) => {
      const [part = "", ...rest] = parts;
      const isAfter = OF_OPTION.test(words[at - 1]?.meant ?? "") && word.meant.length >= LONG_OPTION;
      return rest.length === 0 && isOption(word.meant, part) && (word.meant !== part || isAfter);
    });
    if (isPlural && word.field === undefined && word.isOfLead !== true && !OF_OPTION.test(words[at + 1]?.meant ?? ""))
      return [word, { ...word, meant: "leads" }];
    if (!saysLeads) return [word];
    const found = options.some(({ parts }) => {
      const start = at + 1 - parts.length;
      const before = words[start - 1]?.meant === "the" ? start - 2 : start - 1;
      return (
        parts.length > 0 &&
        start > 0 &&
        OF_PLACE.test(words[before]?.meant ?? "") &&
        !words[before]?.isOfName &&
        parts.every((part, index) => isOption(words[start + index]?.meant, part))
      );
    });
    const next = words[at + 1];
    // "Food wholesale" is no option where "Food" and "Wholesale" are.
    const isFollowed =
      next !== undefined &&
      (next.field !== undefined ||
        OF_OPTION.test(next.meant) ||
        options.some(({ parts }) => parts.length === 1 && isOption(next.meant, parts[0] ?? "")));
    return found && !isFollowed ? [word, { ...word, meant: "leads" }] : [word];
  });
}

interface Option {
  field: CustomField;
  option: string;
  parts: readonly string[];
}

/** The options of a request's fields, which also read its earlier questions. */
const known = new WeakMap<readonly CustomField[], readonly Option[]>();

function optionsOf(fields: readonly CustomField[]): readonly Option[] {
  const found =
    known.get(fields) ??
    fields.flatMap((field) =>
      field.options.map((option) => ({ field, option, parts: wordsOf(option).words.map(({ meant }) => meant) })),
    );
  known.set(fields, found);
  return found;
}

/** The words of a field's name, also without a unit in parentheses or "date", and with or without "ends" or "expires". */
function spellings({ name, kind }: CustomField): string[][] {
  const whole = wordsOf(name).words.map(({ meant }) => meant);
  const bare = wordsOf(name.replaceAll(/\([^)]*\)/gu, "")).words.map(({ meant }) => meant);
  const undated = kind === "date" && bare.length > 1 && bare.at(-1) === "date" ? bare.slice(0, -1) : bare;
  const isOfEnd = kind === "date" && bare.length > 1 && ENDS.includes(bare.at(-1) ?? "");
  const others = isOfEnd ? ENDS.map((end) => [...bare.slice(0, -1), end]) : [];
  return [whole, bare, undated, ...others, ...(isOfEnd ? [bare.slice(0, -1)] : [])].filter(({ length }) => length > 0);
}

function isNamed(words: readonly Word[], at: number, { words: name, field }: Name): boolean {
  const part = words.slice(at, at + name.length);
  if (part.some((word) => word.field !== undefined || word.isOfLead === true)) return false;
  if (field === undefined) return name.every((word, index) => part[index]?.meant === word);
  if (part.some(({ isOfName }) => isOfName) || !name.every((word, index) => isWord(part[index], word))) {
    return false;
  }
  const before = words[at - 1]?.meant ?? "";
  const after = words[at + name.length]?.meant ?? "";
  if (OF_RULES.test(before) || OF_RULES.test(after)) return false;
  return name.length > 1 || !MEAN_OTHER.has(name[0] ?? "") || before === "field" || after === "field";
}

/** Whether a word is the same in singular or plural, or misspelled. */
function isWord(word: Word | undefined, name: string): boolean {
  if (word === undefined) return false;
  const [one, other] = [root(word.meant), root(name)];
  if (one === other) return true;
  return (
    one.length >= SHORTEST_MISSPELLED &&
    one[0] === other[0] &&
    !intentVocabulary().has(word.meant) &&
    editDistance(one, other, 1) <= 1
  );
}

function root(word: string): string {
  return stem(word.replace(/ies$/u, "y")).replace(/(?<=[a-z]{3})e$/u, "");
}

function marked(words: readonly Word[], at: number, { words: name, field, isOfLead, meant, view }: Name): Word[] {
  if (isOfLead === true)
    return words.map((word, index) => (index >= at && index < at + name.length ? { ...word, isOfLead } : word));
  const part = words.slice(at, at + name.length).map((word) => ({ ...word, isOfName: true }));
  const [first, last] = [part[0], part.at(-1)];
  if (meant !== undefined && first !== undefined && last !== undefined)
    return words.toSpliced(at, name.length, {
      ...first,
      meant,
      end: last.end,
      isOfName: false,
      ...(view !== undefined && { view }),
    });
  if (field === undefined || first === undefined || last === undefined)
    return words.toSpliced(at, name.length, ...part);
  return words.toSpliced(at, name.length, { ...first, meant: FIELD, end: last.end, field });
}
