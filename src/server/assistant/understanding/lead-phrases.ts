import type { LeadFilter, LeadSort } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { SOURCE_KINDS } from "#shared/source-kinds.ts";
import type { TagMatch } from "#shared/tags.ts";
import {
  ADDRESS_QUALITY,
  AT_DOMAIN,
  EITHER_QUALITY,
  HAVING,
  qualityOf,
  infoOf,
  MISSING,
  NEITHER,
  WROTE,
} from "#server/assistant/understanding/address-words.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { isTag, SEVERAL, tagged } from "#server/assistant/understanding/tag-in.ts";
import { LIGHT, wordsOf } from "#server/assistant/understanding/words.ts";
import { SOURCE_WORDS } from "#server/assistant/words/source-words.ts";
import { isCommon } from "#server/assistant/understanding/translate.ts";
import { numberOf, type TimeSpan } from "#server/assistant/understanding/time-span.ts";

/** Which leads a question is about. */
export interface LeadQuestion {
  filter: LeadFilter;
  span: TimeSpan | null;
  sort: LeadSort | null;
  /** "above the threshold", which is in the settings. */
  ofThreshold: "above" | "below" | null;
  /** At most so many points below it. */
  nearThreshold: number | null;
  /** Names of tags; every tag if it is empty and none may match. */
  tags: readonly string[];
  tagMatch: TagMatch;
  /** It asks for one lead after the other: "who should I call first?" */
  isOfNext: boolean;
  /** The number of leads to show. */
  limit: number | null;
  /** False once any phrase was recognized. */
  isEmpty: boolean;
  /** Words that were not understood: a question that has some asks for more than the filter covers. */
  leftOver: string[];
  /** The phrases that say which leads, with what each sets; an answer that doesn't use one names it. */
  parts: readonly Part[];
  /** What the leads are not, as "not approved" and "except the website". */
  excluded: readonly LeadFilter[];
  /** Other values of a filter that holds one: "rejected or approved". */
  others: readonly LeadFilter[];
  /** More of them that all apply: "no email and no phone". */
  also: readonly LeadFilter[];
  /** People of the team who own them, who decided on them, and sources, forms and files by name. */
  owners: readonly string[];
  deciders: readonly string[];
  origins: readonly string[];
  /** The time is that of people's decisions, and the status what they decided. */
  isDecided: boolean;
  /** Codes of countries that phone numbers are from, and aren't. */
  countries: readonly string[];
  notCountries: readonly string[];
  /** No other rule than the named one may match. */
  isOnlyRule: boolean;
  /** It names a job title, which is searched for. */
  isOfTitle: boolean;
  /** No rule matches them. */
  isWithoutRule: boolean;
  /** Asks whether someone contacted them, which isn't recorded. */
  isOfContact: boolean;
}

/** `other` is what no filter expresses, and `set` what needs several. */
export type Narrowing = keyof LeadFilter | "other" | "set";
export interface Part {
  said: string;
  sets: readonly Narrowing[];
}

/** Returns false if a filter can't express the phrase; its words are left over then. */
type Apply = (question: LeadQuestion, match: RegExpExecArray, said: Said, known: KnownNames) => unknown;
export type Taker = readonly [pattern: RegExp, apply: Apply];
/** The original text of a group of the match. */
export type Said = (group: string) => string;

/** Not "more than 20 leads". */
const N = String.raw`(?<n>\d{1,3})(?![\d.,])(?! (?:leads?|people|contacts?|prospects?|hours?|days?|weeks?|months?|years?|minutes?|percent)\b)`;
const { min: LEAST, max: MOST } = LIMITS.score;
const END = String.raw`(?=$|\s*\||\s+(?:as|to|but|because|today|yesterday|this|last|in|since|with|without|that|who|which|are|is|and|have|has|there|from|at|above|below|over|under|please|not|except|excluding|by|per|vs|versus|compared|each)\b)`;
/** A time span, which is no company or person. */
const NO_NAME =
  /^(?:(?:one|two|three|four|five|six|ten|few|the|my|our|new|incoming|next|each|every|this|inbound|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekly|monthly) )*(?:mails?|e?mails?|messages|meetings?|team|boss|weeks?|days?|months?|hours?)\b|^(?:the|an?|all|my|our|total|general|stock|(?:stuff|things?)(?: \w+)?|every ?thing|any ?thing|list|database|duplicates?|qualified(?:, \w+)*|approved|rejected|pending|where|new|incoming|everywhere|anywhere|(?:the )?(?:first|last|second) time|(?:the )?(?:scores?|points|sources?|owners?|countr(?:y|ies)|buckets?)|the (?:system|pipeline|database|list)|deciding|approving|rejecting|(?:an? |my |our )?(?:decision|answer|reply|review)|mostly|mainly|usually|primarily|generally|typically|originally|actually)$|^(?:the )?(?:(?:last|this|next|previous|past|early|late|mid|the|end|beginning|start|of|since|\d+) )*(?:hours?|days?|weeks?|weekends?|months?|quarters?|years?|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|q[1-4]|\d+|morning|afternoon|evening|night|now(?: on)?)(?: (?:\d+|to|until|till|and)\b.*)?$/iu;
const AROUND_SEARCH =
  /^(?:all|every|(?:the )?(?:industry|sector|branche|secteur)) (?=\S)| (?:leads?|contacts?|areas?|regions?)$/giu;
/** Words of a question rather than of a name or text. */
const ASKING = /\b(?:what|how|does|do|did|can|each|every|their|after)\b/iu;

const SCORING = String.raw`(?:(?:with|that have|who have|having|that|who) )?(?:an? |the )?(?:scor(?:es?|ed|ing) |points )?(?:is |are |of )?`;

const STATUSES = [
  ["pending", "(?:not yet )?(?:pending|unqualified|not qualified)"],
  ["qualified", "qualified|qualify|qualifies"],
  ["approved", "approv(?:ed?|es|als?|ing)"],
  ["rejected", "reject(?:s|ed|ions?|ing)?"],
] as const;

/** What phrases of a question filter or sort by. */
export const TAKERS: readonly Taker[] = [
  // "With vans in the notes"
  [
    /\b(?:with|has|have|having|contain(?:s|ing)?|say(?:s|ing)?|where) (?:the )?(?:words? )?(?<x>[^|\s]+) in (?:the|their|its) (?:notes?|messages?|texts?)\b/u,
    (question, _, said) => keywords(question, said("x")),
  ],
  // What they're compared with, where a word is, or what to show of them, is no filter.
  [
    /\b(?:phone numbers?|phones|numbers|email addresses|emails|contact details)(?: and (?:phone numbers?|phones|numbers|email addresses|emails))? (?:(?:of|for|from) )?(?=(?:the|our|my|all|these|those|everyone|every|top|best|newest|latest)\b)|\bin (?:the|their|its|our) (?:notes?|messages?|titles?|job titles?|texts?)\b|\b(?:and |but )?(?:did|was|were|has|have|is|are) not (?:been |get )?(?:happen|done|finish)\w*\b|\b(?:on (?:track|target|pace)|(?:reach|hit|meet)(?: (?:our|the|a))?(?: (?:target|goal))?)(?: (?:for|of))?(?: \d+)?\b/u,
    () => true,
  ],
  [
    /\b(?:(?:that |which )?(?:are |is |were )?(?:still |yet |so far )*(?:undecided|not (?:yet )?decided(?: (?:on|about))?|without (?:an? )?decision|waiting for (?:an? )?(?:yes or (?:an? )?no|verdict)|neither approved (?:nor|or|and) rejected|not (?:yet )?approved (?:nor|or) rejected))\b/u,
    (question) => once(question, "status", "qualified") && once(question, "status", "pending"),
  ],
  [
    /\b(?:waiting|waited|been waiting)? ?(?:the )?longest(?: waiting)?\b/u,
    (question) => {
      question.filter.status = "qualified";
      question.sort = "createdAt";
    },
  ],
  [
    /\b(?:(?:that |which )?(?:are |is |got |get )?(?:stuck|stalled|forgotten|neglected)|collecting dust)\b/u,
    (question) => {
      question.filter.status = "qualified";
      question.sort ??= "createdAt";
    },
  ],
  [
    /\b(?:(?:that |which )?(?:nobody|no one) (?:has )?(?:yet )?(?:decided on|decided|looked at|reviewed|approved)(?: yet)?|(?:are |is )?(?:still )?(?:waiting|wait) for (?:an? |my |our )?(?:decision|answer|reply|response)(?: from (?:us|me))?|(?:are |is )?(?:still )?waiting for (?:some|any)(?:body|one) to (?:look at|check|review|see|decide on)(?: them| it)?|(?:(?:were |are |is )?(?:any good|any ?thing useful|useful|(?<=(?:are|were|is) )(?:good|hot|promising)$|good ones?|good(?= leads\b))|(?:that (?:is |are )?)?worth (?:it|something|calling|a call|a look|looking at|(?:my|our) time))|(?:are |is |were |was |still )*open)\b/u,
    (question) => once(question, "status", "qualified"),
  ],
  [
    /\b(?:(?:within|less than|at most|up to|only|just) (?<n>\d{1,2})(?: points?)?|(?<p>\d{1,2}) points?) (?:of|from|below|under|short of|away from|to)(?: (?:the|being|getting|reaching|become|becoming))* (?:qualif\w+|threshold|cut ?off)\b|\b(?:(?:missing|lacking|short|lack|need) (?:by )?(?:only |just )?(?:a )?few points|almost|nearly|close to|just below|just under)(?: (?:being )?(?:qualified|qualify|qualifying)| the threshold)?\b/u,
    (question, { groups }) => {
      question.filter.status = "pending";
      question.ofThreshold = "below";
      const near = groups?.["n"] ?? groups?.["p"];
      question.nearThreshold = near === undefined ? null : Number(near);
      question.sort = "-score";
    },
  ],
  [
    /\b(?:(?:pick|prepare|choose|select|suggest|line up|find|get)(?: me| us| out)* )?(?:the )?(?:(?<n>\d{1,2}|two|three|four|five|ten) )?(?:(?:good|best|new|hot) )?(?:leads?|people|contacts?)? ?(?:to|for) (?:(?:tomorrow|today|monday|tonight|my|our|the|this (?:morning|afternoon))(?:s)? )*(?:calls?|phone|calling|contact|approve|review)(?: (?:first|next|now|today|tomorrow))*\b(?! me| us)/u,
    (question, { groups }) => {
      question.filter.status = "qualified";
      take(question, groups?.["n"], "-score");
    },
  ],
  [
    /\b(?:that |who )?(?:(?:are |is |scor\w+ |with scores? |with a score |have a score )*(?:above|over|at or above|at|(?<under>below|under))|(?:have |has )?reach(?:ed|es)?) (?:the )?threshold\b/u,
    (question, { groups }) => (question.ofThreshold = groups?.["under"] === undefined ? "above" : "below"),
  ],
  [
    /\b(?:(?:that |which )?(?:are |is )?(?:assigned to|owned by) (?:me|myself)|(?:that |which )?i own|mine|my$)\b/u,
    ({ filter }) => (filter.owner = "me"),
  ],
  [
    /\b(?:(?:that |which )?(?:are |is |still )*(?:unassigned|unowned|not assigned(?: to (?:anyone|anybody))?|assigned to nobody)|without an? owner|(?:(?:that |which )?(?:have|has) (?:still |yet )*)?no owner(?: yet)?|(?:that |which )?(?:nobody|no one) (?:has )?own(?:s|ed)?(?: yet)?|belong(?:s|ing)? to (?:nobody|no one)|(?:still )?(?:nobody|no one) belongs? to|nobody is(?: (?:looking after|taking care of|responsible for|handling|working on))?|without (?:an? )?(?:owner|responsible)|(?<=\b(?:without|lack\w*|missing|neither|no)\b.*)(?:and|or|nor) (?:an? |no )?owner)\b/u,
    ({ filter }) => (filter.owner = "none"),
  ],
  [
    /\b(?:despite|although|even though|though|in spite of|with|but|having|have|has)(?: (?:an?|the|their|its|very|such))* (?<how>high|low|good|bad) (?:scores?|points)\b|\b(?<what>high|low) scor(?:es?|ing)\b|\b(?:with|and) (?:an? |the )?(?:scores?|points) (?<rev>high|low)\b/u,
    (question, { groups }) => {
      const isHigh = /high|good/u.test(groups?.["how"] ?? groups?.["what"] ?? groups?.["rev"] ?? "");
      question.ofThreshold = isHigh ? "above" : "below";
      question.sort ??= isHigh ? "-score" : "score";
    },
  ],
  [
    NEITHER,
    (question, { groups }) =>
      [groups?.["x"], groups?.["y"]].every((words) => once(question, "missing", infoOf(words ?? ""))),
  ],
  [
    EITHER_QUALITY,
    (question, { groups }) =>
      [groups?.["x"], groups?.["y"]].every((words) => once(question, "addressQuality", qualityOf(words ?? ""))),
  ],
  ...ADDRESS_QUALITY.map(([quality, pattern]): Taker => [
    pattern,
    (question) => once(question, "addressQuality", quality),
  ]),
  ...MISSING.map(([info, pattern]): Taker => [pattern, (question) => once(question, "missing", info)]),
  [
    HAVING,
    (question, { groups }) => {
      question.excluded = [...question.excluded, { missing: infoOf(groups?.["x"] ?? "") }];
    },
  ],
  [
    /\b(?:that |which |who )?(?:are |is |have |has )?(?:(?:not(?: been)? tagged|untagged)(?: as| with)?|(?:without|(?:do |does )?not have) the (?:tag|label)) (?<x>[^|]+?)(?=$|\s*\|)/u,
    (question, _, said, { tags = [] }) => {
      if (!isTag(said("x"), tags)) return false;
      question.tags = [said("x")];
      question.tagMatch = "none";
      return true;
    },
  ],
  [
    /\b(?:(?:that |which |who )?(?:are |is |have |has )?(?:been )?tagged(?: as| with)?|(?:with|have|has|having|of|in) (?:the |a )?(?:tags?|labels?)) (?<x>[^|]+?)(?=$|\s*\|)/u,
    (question, _, said, known) => tagged(question, said("x"), known),
  ],
  [
    /\b(?:(?:that |which |who )?(?:are |is )?(?:untagged|not tagged)|(?:without|with no|have no|has no|do(?:es)? not have)(?: any| an?)? (?:tags?|labels?))\b/u,
    // A filter names every tag then.
    (question, _, _said, { tags = [] }) => tags.length <= LIMITS.tag.filtered && (question.tagMatch = "none"),
  ],
  [
    /\b(?:in|from) the (?<x>[^|\s]+) (?:industry|sector|business|trade)\b/u,
    ({ filter }, _, said) => named(filter, "search", said("x")),
  ],
  [
    /\b(?:with|match(?:ing|ed|es)?|mention(?:s|ed|ing)?|contain(?:s|ing)?|for|by|on|have|has|had|about)(?: on| for| by)? (?:the )?(?:keywords?|words?|terms?|phrase) (?<x>[^|]+?)(?=$|\s*\|)/u,
    (question, _, said) => keywords(question, said("x")),
  ],
  // "How many demos did people ask for?", "who for a demo asked", in the order of German words
  [
    /\b(?:for|about) (?:an? )?(?<y>\w+) (?:have |has |us )*asked\b|\b(?:how many|which|what) (?<x>\w+) (?:did|do|have|has|were|was)(?: (?:people|leads|customers|they|we|been|anyone))* (?:ask(?:ed)?(?: us)? for|want(?:ed)?|request(?:ed)?|mention(?:ed)?)\b/u,
    (question, _, said) => keywords(question, said("y") || said("x").replace(/(?<=\w{3})s$/u, "")),
  ],
  [
    /\b(?:(?:that|who|which) )?(?:mention(?:s|ed|ing)?|talk(?:s|ed|ing)? about|contain(?:s|ed|ing)?|(?:wrote|writes|asked|asks)(?: to)?(?: us| me)? about|match(?:ing|ed|es)?|ask(?:s|ed|ing)? for|want(?:s|ed|ing)?|interested in) (?:an? |the )?(?<x>[^|\s]+(?: [^|\s]+){0,3}?)(?=$|\s*\||\s+(?:that|which|who|today|yesterday|this|last|in|are|is|there|from|but|and (?:have|has|are|is|no|with|without))\b)/u,
    (question, _, said) => keywords(question, said("x")),
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:from|of|at) )?(?:compan(?:y|ies)|firms?|business(?:es)?|people|leads|customers|(?:every|any|some)(?:one|body)|who (?:do we have|is|works?|are)|those|ones|all) in (?:the )?(?<x>[^|\s]+(?: [^|\s]+){0,2}?)(?: (?:industry|sector|business))?${END}`,
      "u",
    ),
    ({ filter }, { groups }, said, { leads }) =>
      named(filter, "search", NO_NAME.test(groups?.["x"] ?? "") ? "all" : nameAtStart(said("x"), leads)),
  ],
  [
    new RegExp(
      String.raw`\b${SCORING}(?:(?<between>between)|(?<over>above|over|(?:more|greater|higher|better) than)|(?<least>at least|from|minimum)|(?<most>at most|up to)|(?<under>below|under|(?:less|lower) than)) ${N}(?: and (?<m>\d{1,3}))?(?: points| or more)?\b(?! (?:in the (?:morning|evening|afternoon)|am|pm|o'?clock|h|(?!points|leads|scores|this|was|has|prospects|contacts|websites|forms|sheets|emails|files|sources)[a-z]{3,}s)\b)`,
      "u",
    ),
    ({ filter }, { groups = {} }) => {
      const { n, m, between, over, least, most } = groups;
      const score = Number(n);
      if (between !== undefined) return m !== undefined && scored(filter, score, Number(m));
      if ((over ?? least) !== undefined) return scored(filter, score + (over === undefined ? 0 : 1), null);
      return scored(filter, null, score - (most === undefined ? 1 : 0));
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:with |having )?(?:an? |the )?scor(?:es?|ed|ing) (?:of |exactly )*${N}(?<more> (?:or|and) (?:more|higher|above|better|up))?\b`,
      "u",
    ),
    ({ filter }, { groups }) =>
      scored(filter, Number(groups?.["n"]), groups?.["more"] === undefined ? Number(groups?.["n"]) : null),
  ],
  [
    new RegExp(
      String.raw`\b(?:with|having|has|have|only|just|exactly|at) (?:only |just |exactly )?${N} points?\b`,
      "u",
    ),
    ({ filter }, { groups }) => scored(filter, Number(groups?.["n"]), Number(groups?.["n"])),
  ],
  [
    /\b(?:top|first|best) (?<n>\d{1,2}|two|three|four|five|ten)\b|\b(?<nth>second|third|fourth|fifth) (?:best|highest|top|hottest)(?: scor\w+)?\b|\b(?<few>\d{1,2}|two|three|four|five|ten) (?:best|top|highest|hottest)\b/u,
    (question, { groups }) => take(question, groups?.["n"] ?? groups?.["nth"] ?? groups?.["few"], "-score"),
  ],
  [
    /\b(?:newest|latest|last|most recent) (?<n>\d{1,2}|two|three|four|five|ten)(?= leads?\b| ones?\b| please\b|$)|\b(?<few>\d{1,2}|two|three|four|five|ten) (?:newest|latest|most recent|last)\b|\b(?:came|come|arrived) in (?<one>last)\b(?! (?:week|month|year|quarter|night))/u,
    (question, { groups }) =>
      take(question, groups?.["one"] === undefined ? (groups?.["n"] ?? groups?.["few"]) : "1", "-createdAt"),
  ],
  // "The three highest budgets", whose other words are read with the field
  [
    /\b(?<n>\d{1,2}|two|three|four|five|ten) (?=\|)|\b(?:pick|choose|select|suggest|give|show|list)(?: me| us| out)* (?<few>\d{1,2}|two|three|four|five|ten)(?= (?:leads|people|contacts|to)\b)/u,
    (question, { groups }) => (question.limit ??= numberOf(groups?.["n"] ?? groups?.["few"] ?? "")),
  ],
  [
    /\b(?<n>\d{1,2}|two|three|four|five|ten) (?:worst|lowest|weakest)(?: scor\w+)?\b/u,
    (question, { groups }) => take(question, groups?.["n"], "score"),
  ],
  [
    /\b(?:with )?(?:the )?scores? (?:the )?highest\b|\b(?:best|top|hot(?! topic)|hottest|highest|strongest|most points|most promising)(?: scor\w+| rated)?\b|\bhighest scores?\b/u,
    (question) => (question.sort ??= "-score"),
  ],
  [
    /\b(?:sorted |ordered |ranked )?by (?:their |the )?(?:scores?|points)\b/u,
    (question) => (question.sort ??= "-score"),
  ],
  [/\b(?:worst|lowest|weakest)(?: scor\w+| rated)?\b/u, (question) => (question.sort ??= "score")],
  [
    /\b(?:newest|latest|most recent(?:ly)?(?: added)?|recent(?:ly)?(?: added)?|last)(?: first)?(?= leads?\b| added\b| ones?\b| please\b|$)/u,
    (question) => (question.sort ??= "-createdAt"),
  ],
  [
    /\b(?:(?<n>\d{1,2}|two|three|four|five|ten) )?oldest(?: first)?\b|\bold(?= leads?\b)|\bfirst(?= leads?\b)/u,
    (question, { groups }) => {
      question.sort ??= "createdAt";
      if (groups?.["n"] !== undefined) question.limit = numberOf(groups["n"]);
    },
  ],
  [
    /\b(?:unreviewed|un-?reviewed|(?:that |who |which )?(?:are |is )?(?:still )?(?:waiting|wait|need|needs) (?:for )?(?:to be )?(?:an? |my |our )?(?:review(?:ed)?|approv\w+)|to review|to be reviewed|for review)\b/u,
    ({ filter }) => (filter.status = "qualified"),
  ],
  [WROTE, (question) => once(question, "source", "email") && once(question, "source", "form")],
  [
    AT_DOMAIN,
    (question, { groups }) => {
      question.filter.search = `@${groups?.["x"] ?? groups?.["z"] ?? ""}`;
      const other = groups?.["y"];
      if (other !== undefined) question.others = [...question.others, { search: `@${other}` }];
    },
  ],
  ...STATUSES.map(([status, words]): Taker => [
    new RegExp(
      String.raw`\b(?:(?:are|is|were|was|have|has|been|got|get|did|did we|already|still|automatically|currently) )*(?:${words})\b`,
      "u",
    ),
    (question) => once(question, "status", status),
  ]),
  ...SOURCE_KINDS.map((source): Taker => [SOURCE_WORDS[source], (question) => once(question, "source", source)]),
  [
    new RegExp(
      String.raw`\b(?:(?:that |who )?(?:works? |working )?(?:from|at|of|for)|named|called|with the name|by the name of) (?!(?:the |my |our |all |these |those |any )*(?:leads?|contacts?|prospects?|them|these|those|us|we|i|me|it|you)\b)(?:the )?(?:company |firm )?(?<x>[^|\s]+(?: [^|\s]+){0,4}?)${END}`,
      "u",
    ),
    ({ filter }, { groups }, said, { leads }) =>
      named(filter, "search", isNoName(groups?.["x"] ?? "", leads) ? "all" : nameAtStart(said("x"), leads)),
  ],
];

/** Ordinary words that no lead has are no company: "of its", "of conversion". */
function isNoName(said: string, leads: KnownNames["leads"]): boolean {
  const isUsual = (word: string): boolean =>
    LIGHT.has(word) || (leads !== undefined && isCommon(word) && !leads.parts.has(word));
  return NO_NAME.test(said) || said.split(" ").every(isUsual);
}

const NTHS = ["second", "third", "fourth", "fifth"];

function take(question: LeadQuestion, count: string | undefined, sort: LeadSort): void {
  question.limit = count === undefined ? null : NTHS.includes(count) ? NTHS.indexOf(count) + 2 : numberOf(count);
  question.sort = sort;
}

/** A filter holds one value per key: "rejected or approved" are two filters. */
function once<K extends "status" | "source" | "missing" | "addressQuality">(
  question: LeadQuestion,
  key: K,
  value: NonNullable<LeadFilter[K]>,
): boolean {
  const { filter, others } = question;
  if (filter[key] === undefined || filter[key] === value) {
    filter[key] = value;
    return true;
  }
  if (key === "missing") question.also = [...question.also, { [key]: value }];
  else if (others.some((other) => other[key] === undefined)) return false;
  else question.others = [...others, { [key]: value }];
  return true;
}

/** "Vans or trucks" */
function keywords(question: LeadQuestion, whole: string): boolean | null {
  const [first = "", ...others] = whole.replace(/ (?:but|and)$/u, "").split(/ or |, (?:or )?/u);
  const taken = named(question.filter, "keyword", first);
  if (taken !== true || !others.every((one) => named({}, "keyword", one) === true))
    return taken === true ? false : taken;
  if (others.length > 0) question.others = [...question.others, ...others.map((keyword) => ({ keyword }))];
  return true;
}

/** Without the words after a name that leads have: "Acme reply". */
function nameAtStart(said: string, leads: KnownNames["leads"]): string {
  const { words } = wordsOf(said);
  const starts = (name: readonly string[]): boolean => name.every((word, at) => words[at]?.meant === word);
  const found = leads?.whole.filter(starts).toSorted((one, other) => other.length - one.length)[0];
  return found === undefined ? said : said.slice(0, words[found.length - 1]?.end);
}

function named(filter: LeadFilter, key: "keyword" | "search", whole: string): boolean | null {
  const said = key === "keyword" ? whole : whole.replaceAll(AROUND_SEARCH, "");
  if (key === "search" && filter.search !== undefined) return null;
  if (ASKING.test(said) || NO_NAME.test(said) || (key === "search" && /^\d+ ?h?$/u.test(said))) return null;
  if (key === "keyword" && SEVERAL.test(said)) return false;
  filter[key] = said;
  return true;
}

/** False if no score is in the range, such as above 100. */
function scored(filter: LeadFilter, min: number | null, max: number | null): boolean {
  if ((min ?? LEAST) > MOST || (max ?? MOST) < LEAST) return false;
  if (min !== null) filter.minScore = min;
  if (max !== null) filter.maxScore = Math.min(max, MOST);
  return true;
}
