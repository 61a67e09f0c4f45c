import { ADDRESS_QUALITY_WORDS } from "#shared/contract/leads/address-quality.ts";
import {
  fieldConditionsOf,
  fieldConditionsText,
  type FieldCondition,
  type FieldTest,
} from "#shared/contract/leads/field-filter.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { LIMITS } from "#shared/limits.ts";
import { DUE_FILTER_WORDS } from "#web/format/due.ts";
import type { TagMatch } from "#shared/tags.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { formatNumber } from "#web/format/number.ts";
import { ADDED_WORDS, spanWords } from "#web/screens/leads/lead-dates.ts";
import { MISSING_WORDS, STAGE_WORDS, statusWord } from "#web/screens/leads/lead-words.ts";
import { DEFAULT_VIEW, type LeadsView } from "#web/screens/leads/leads-view.ts";

export interface FilterWords {
  name: string;
  words: string;
  /** The change that removes the filter. */
  without: Partial<LeadsView>;
}

/** A view's filters as text, without the search, whose field shows and clears it. */
interface FilterNames {
  team?: readonly TeamMember[];
  tagName?: (id: string) => string;
  fieldName?: (key: string) => string;
}

export function filterWords(view: LeadsView, names: FilterNames = {}): FilterWords[] {
  const { team = [], tagName = () => "deleted tag", fieldName = (key) => key } = names;
  const { addressQuality } = view;
  const { status, stage, source, keyword, missing, added, from, to, nextStep, company, owner, tags, tagMatch } = view;
  const { changedFrom } = view;
  const conditions = fieldConditionsOf(view.fields) ?? [];
  const filters: (FilterWords | false)[] = [
    status !== "all" && { name: "Status", words: statusWord(status), without: { status: "all" } },
    stage !== "" && { name: "Stage", words: STAGE_WORDS[stage], without: { stage: "" } },
    isScored(view) && { name: "Score", words: scoreWords(view), without: ANY_SCORE },
    owner !== "" && { name: "Owner", words: ownerWords(owner, team), without: { owner: "" } },
    source !== "" && { name: "Source", words: sourceName(source), without: { source: "" } },
    added !== "" && { name: "Added", words: ADDED_WORDS[added].toLowerCase(), without: { added: "" } },
    (from !== "" || to !== "") && { name: "Added", words: spanWords(from, to), without: { from: "", to: "" } },
    changedFrom !== "" && { name: "Changed", words: spanWords(changedFrom, ""), without: { changedFrom: "" } },
    nextStep !== "" && {
      name: "Next step",
      words: DUE_FILTER_WORDS[nextStep].toLowerCase(),
      without: { nextStep: "" },
    },
    company !== "" && { name: "Company", words: company.replace(/^@/u, ""), without: { company: "" } },
    tags.length > 0 && {
      name: "Tags",
      words: tagWords(tags.map(tagName), tagMatch),
      without: { tags: [], tagMatch: "any" },
    },
    ...[...Map.groupBy(conditions, ({ key }) => key)].map(([key, own]) => ({
      name: fieldName(key),
      words: conditionWords(own),
      without: { fields: fieldConditionsText(conditions.filter((one) => one.key !== key)) },
    })),
    keyword !== "" && { name: "Keyword", words: keyword, without: { keyword: "" } },
    addressQuality !== "" && {
      name: "Email quality",
      words: ADDRESS_QUALITY_WORDS[addressQuality].toLowerCase(),
      without: { addressQuality: "" },
    },
    missing !== "" && { name: "Missing", words: MISSING_WORDS[missing].toLowerCase(), without: { missing: "" } },
  ];
  return filters.filter((filter) => filter !== false);
}

/** "Gold or Silver", "10 to 20", "contains x", "empty". */
function conditionWords(conditions: readonly FieldCondition[]): string {
  const valueOf = (name: FieldTest): string => conditions.find(({ test }) => test === name)?.value ?? "";
  const [min, max, part] = [boundWords(valueOf("min")), boundWords(valueOf("max")), valueOf("contains")];
  const options = conditions.flatMap(({ test, value }) => (test === "is" ? [value] : []));
  const words = [
    options.join(" or "),
    min === "" ? (max === "" ? "" : `up to ${max}`) : max === "" ? `${min} and above` : `${min} to ${max}`,
    part === "" ? "" : `contains ${part}`,
    ...conditions.flatMap(({ test }) => (test === "empty" ? ["empty"] : test === "filled" ? ["has a value"] : [])),
  ];
  return words.filter((word) => word !== "").join(", ");
}

/** A bound may also be a day. */
function boundWords(bound: string): string {
  return bound === "" || Number.isNaN(Number(bound)) ? bound : formatNumber(Number(bound));
}

/** "Me", "Nobody", or a username. */
export function ownerWords(owner: string, team: readonly TeamMember[]): string {
  if (owner === "me") return "Me";
  if (owner === "none") return "Nobody";
  return team.find(({ id }) => id === owner)?.username ?? "Someone else";
}

/** "VIP or Partner", "VIP and Partner", "none of VIP, Partner". */
function tagWords(names: readonly string[], match: TagMatch): string {
  if (match === "none") return names.length === 1 ? `not ${names.join("")}` : `none of ${names.join(", ")}`;
  return names.join(match === "all" ? " and " : " or ");
}

const ANY_SCORE = { minScore: DEFAULT_VIEW.minScore, maxScore: DEFAULT_VIEW.maxScore };

type Scores = Pick<LeadsView, "minScore" | "maxScore">;

/** Readable score range: "80 and above", "up to 59", "60 to 79", "exactly 45". */
export function scoreWords({ minScore, maxScore }: Scores): string {
  if (minScore === maxScore) return `exactly ${minScore}`;
  if (maxScore === LIMITS.score.max) return `${minScore} and above`;
  return minScore === LIMITS.score.min ? `up to ${maxScore}` : `${minScore} to ${maxScore}`;
}

function isScored({ minScore, maxScore }: Scores): boolean {
  return minScore !== LIMITS.score.min || maxScore !== LIMITS.score.max;
}
