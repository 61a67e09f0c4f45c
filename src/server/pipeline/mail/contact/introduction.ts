import { companyIn, companyScore } from "#server/pipeline/mail/contact/signature-company.ts";
import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";

/** What a writer says of themselves: "I'm Anna, head of purchasing at Acme". Fields are empty where not stated. */
export interface Introduction {
  title: string;
  company: string;
  /** The sentence of each. */
  spans: { title: string; company: string };
}

/** Introductions come early. */
const MOST_CHARACTERS = 4_000;
const MOST_OPENINGS = 20;
const LONGEST = 200;
const MOST_TITLE_WORDS = 6;
/** An article puts an adjective or two before the role. */
const MOST_BEFORE_ROLE = 4;

const ARTICLE =
  /^(?:(?:currently|now|also|the|an?|your|der|die|das|den|eine?|aktuell|le|la|les|une?|actuellement|el|il|lo|o|uma?|de|het|een)\s|l['’])/iu;
const SELF =
  "i am|i['’]?m|my name is|ich bin|mein name ist|ich heiße|je suis|je m['’]appelle|soy|me llamo|mi nombre es|sono|mi chiamo|sou|chamo-me|me chamo|meu nome é|ik ben|mijn naam is|jag är|jestem|nazywam się";
/** Of a thing as well: "This is the mail system." */
const THIS = "this is|hier (?:ist|schreibt)|c['’]est";
const WORKING =
  "i work|i['’]?m working|i am working|i run \\p{L}+|ich arbeite|je travaille|trabajo|lavoro|trabalho|ik werk|pracuję|jag arbetar";
const BEHALF =
  "on behalf of|im (?:namen|auftrag) (?:von|der|des)|au nom d[eu]|en nombre de|a nome di|em nome d[aeo]|namens|w imieniu";
const WE = "we are|we['’]?re|here at|wir sind|nous sommes|somos|siamo|wij zijn|vi är";
const AS = "as|als|en tant que|como|in qualità di|na qualidade de";
const OPENING = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<self>${SELF})|(?<thing>${THIS})|(?<working>${WORKING})|(?<behalf>${BEHALF})|(?<we>${WE})|(?<=^|[.!?]\s|\n\s*)(?<as>${AS}))\s+`,
  "giu",
);
/** Between a title and a company. After some of them, a department, an area or a place is as likely. */
const AT = String.raw`(?<sure>at|@|with|bei|beim|chez|presso|bij|hos|w firmie)|(?<of>of|for|from|der|des|von|vom|für|de la|de los|de l['’]|du|de|del|della|dell['’]|di|do|da|dos|pour|para|per|van|voor)|(?<place>in|en|em|na|no|w|på)`;
const CONNECTOR = new RegExp(
  String.raw`(?:^|\s)(?:${AT})\s?(?:(?:the|la|le|el|der|die|das|den|dem|het|o|a|société|company|firma|empresa|entreprise|azienda|ditta)\s){0,2}(?=["«„“]?[\p{Lu}\p{N}])`,
  "gu",
);
/** Only a company or the like has one. */
const HEAD =
  /(?<!\p{L})(?:owner|founder|ceo|cto|coo|cfo|president|managing director|geschäftsführer(?:in)?|inhaber(?:in)?|gründer(?:in)?|gérante?|fondat\p{L}+|propri[eé]t\p{L}+|dueñ[oa]|propietari[oa]|fundador[ea]?|titolare|eigenaar|oprichter)$/iu;
const WORD = String.raw`(?!I\b)[\p{Lu}\p{N}][\p{L}\p{N}'’&+-]*(?:\.[\p{L}\p{N}]+)*(?:(?<=\b(?:Co|Ltd|Inc|Corp|Bros|St))\.)?`;
const COMPANY = new RegExp(
  String.raw`^["«„“]?(?<name>${WORD}(?:\s(?:(?:of|the|and|for|de|del|della|di|do|da|du|des|la|le|los|las|und|et|y|e|van|der|von)\s){0,2}(?:${WORD}|[&+])){0,6})`,
  "u",
);
/** "A bakery called Crumb & Co" */
const CALLED = /\b(?:called|named|namens|appelée?|llamad[oa]|chiamat[oa])\s/iu;
const END =
  /[,;:!?()\n]|\s(?:for|of|in|at|bei|chez|de|di|von|van|en|w|em)\s(?:an?|une?|una|eine[rm]?|een|uma?)\s|\s(?:in|aus|à)\s(?=\p{Lu})|\sbased\s|\s(?=\d)|\.(?=\s|$)|\s[-–—]\s|\s(?:and|und|et|y|e|en|who|that|which|looking|with|mit|avec|con|com|met)\s/u;
/** "Purchasing and sales manager" */
const AND_WITHIN = /(?<=^\p{L}+)\s(?:and|&|und|et|y|e)(?=\s\p{L}+(?:\s\p{L}+)?$)/u;
/** "As head of purchasing at Acme, I …" */
const GOES_ON = /^,?\s(?:i|i['’]m|we|my|our|ich|wir|bin ich|suche|je|j['’]|nous|yo|io|eu|ik)(?!\p{L})/iu;
const ALSO_AS = /^,?\s(?:as|als|comme|como|come|jako)\s/iu;
/** The least score of a company, by what stands before it. */
const LEAST = { titled: 0, sure: 1.5, of: 2, named: 2.5 };
const NAME_LENGTH = 80;

/** Reads the writer's title and company in the sentences in which they introduce themselves. */
export function introductionIn(text: string): Introduction {
  const found: Introduction = { title: "", company: "", spans: { title: "", company: "" } };
  const read = text.slice(0, MOST_CHARACTERS);
  let openings = 0;
  for (const match of read.matchAll(OPENING)) {
    openings += 1;
    if (openings > MOST_OPENINGS || (found.title !== "" && found.company !== "")) break;
    const start = match.index + match[0].length;
    const rest = read.slice(start, start + LONGEST).replaceAll(/[^\S\n]+|\n(?!\s*\n)/gu, " ");
    const [sentence = ""] = rest.split("\n", 1);
    const said = statement(match.groups ?? {}, sentence);
    const span = read.slice(match.index, start + sentence.search(/[.!?](?:\s|$)|$/u));
    for (const field of ["title", "company"] as const) {
      if (found[field] !== "" || said[field] === "") continue;
      found[field] = said[field];
      found.spans[field] = span;
    }
  }
  return found;
}

type Said = Pick<Introduction, "title" | "company">;
const NOTHING: Said = { title: "", company: "" };

function statement(opening: Record<string, string | undefined>, rest: string): Said {
  if (opening["behalf"] !== undefined) return { title: "", company: companyAt(rest.replace(ARTICLE, ""), LEAST.sure) };
  if (opening["we"] !== undefined) {
    const called = CALLED.exec(rest);
    const named = called === null ? "" : companyAt(rest.slice(called.index + called[0].length), LEAST.sure);
    return { title: "", company: named || companyAt(rest.replace(ARTICLE, ""), LEAST.named) };
  }
  if (opening["working"] !== undefined) return work(rest);
  if (opening["self"] !== undefined) return roleIn(withoutName(rest));
  const person = withoutName(rest);
  if (opening["thing"] !== undefined) return person.isNamed ? roleIn(person) : NOTHING;
  const { title, company } = roleIn({ text: rest, isNamed: false });
  const after = company === "" ? "" : rest.slice(rest.indexOf(company) + company.length);
  return GOES_ON.test(after) ? { title, company } : NOTHING;
}

/** "Anna Lee, head of sales at Acme" without the name. */
function withoutName(text: string): { text: string; isNamed: boolean } {
  const [name = ""] = /^\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){0,3}/u.exec(text) ?? [];
  const words = name.split(" ");
  const isName = words.length === 1 ? readJobTitle(name) === null : (readPersonName(name)?.certainty ?? 0) >= 0.5;
  if (name === "" || !isName || readJobTitle(name) !== null) return { text, isNamed: false };
  return { text: text.slice(name.length).replace(/^(?:\s?,\s|\s[-–—(]\s?)/u, ""), isNamed: true };
}

/** "The procurement manager at Delta Foods Ltd", or "from Delta Foods Ltd" alone behind a name. */
function roleIn({ text, isNamed }: { text: string; isNamed: boolean }): Said {
  const connectors = [...text.matchAll(CONNECTOR)];
  const sure = connectors.filter(({ groups }) => groups?.["sure"] !== undefined);
  for (const { index, 0: said, groups } of [...sure, ...connectors]) {
    const before = text.slice(0, index);
    const after = text.slice(index + said.length);
    const title = titleIn(before, isNamed);
    if (title === "" && !(isNamed && before.trim() === "")) continue;
    // "Directora de operaciones de Frutas del Sur": what the title is of has been said.
    const isComplete = /\p{L}\s\p{L}+\s\p{L}/u.test(title) || HEAD.test(title);
    const least =
      title === ""
        ? LEAST.named
        : groups?.["sure"] !== undefined
          ? LEAST.titled
          : groups?.["of"] !== undefined && isComplete
            ? LEAST.sure
            : LEAST.of;
    const company = companyAt(after, least);
    if (company !== "") return { title, company };
  }
  return { title: titleIn(beginningOf(text), isNamed), company: "" };
}

/** "For the City of Utrecht as a fleet coordinator" */
function work(text: string): Said {
  const asFirst = ALSO_AS.exec(` ${text}`);
  if (asFirst !== null) return roleIn({ text: text.slice(asFirst[0].length - 1), isNamed: false });
  const [first] = text.matchAll(CONNECTOR);
  if (first?.index !== 0) return NOTHING;
  const after = text.slice(first[0].length);
  const company = companyAt(after, first.groups?.["place"] === undefined ? LEAST.sure : LEAST.of);
  const rest = after.slice(after.indexOf(company) + company.length);
  const also = ALSO_AS.exec(rest);
  const title = also === null ? "" : rest.slice(also[0].length);
  return company === "" ? NOTHING : { title: titleIn(beginningOf(title)), company };
}

/** The text up to where a title ends. */
function beginningOf(text: string): string {
  return text.split(END, 1)[0] ?? "";
}

/** A title as written, without its article; empty if the text is something else. */
function titleIn(text: string, isNamed = false): string {
  const title = text.replace(ARTICLE, "").replace(ARTICLE, "").trim();
  const words = title.split(" ");
  if (
    title === "" ||
    words.length > MOST_TITLE_WORDS ||
    END.test(title.replace(AND_WITHIN, " ")) ||
    readJobTitle(title) === null
  )
    return "";
  if (/\b(?:position|role|job|vacancy|stelle|poste|puesto|mrs?|ms|dr|herrn?|frau|mme|señora?|sra?)$/iu.test(title))
    return "";
  const role = words.findIndex((word) => readJobTitle(word) !== null);
  const isRole = isNamed || ARTICLE.test(text) ? role < MOST_BEFORE_ROLE : role === 0 || /^\p{Lu}/u.test(title);
  return isRole ? title : "";
}

function companyAt(text: string, least: number): string {
  const legal = readCompanyName(text.slice(0, NAME_LENGTH).split(/[\n!?;:()]/u, 1)[0] ?? "");
  if (legal !== null && hasLegalForm(legal)) return legal.replace(/(?<=\p{Ll}{3})\.$/u, "");
  const name = COMPANY.exec(text)?.groups?.["name"]?.replace(/(?:['’]s|[.'’-])$/u, "") ?? "";
  return /\p{L}/u.test(name) && name.length > 1 && companyScore(name, []) >= least ? companyIn(name) : "";
}
