import { LIMITS } from "#shared/limits.ts";
import { OFFERED_SOURCES, sourceName } from "#web/format/lead-source.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { ownerWords, scoreWords } from "#web/screens/leads/filters/filter-words.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";

interface Option {
  value: string;
  label: string;
}

/** Includes an unlisted source from a link, so that the field shows the active filter. */
export function sourceOptions(chosen: string): Option[] {
  const isKnown = chosen === "" || OFFERED_SOURCES.includes(chosen);
  const sources = isKnown ? OFFERED_SOURCES : [...OFFERED_SOURCES, chosen];
  return [
    { value: "", label: "All sources" },
    ...sources.map((source) => ({ value: source, label: sourceName(source) })),
  ];
}

/** Includes an owner whose account is gone, so that the field shows the active filter. */
export function ownerOptions(team: readonly TeamMember[], chosen: string): Option[] {
  const options = [
    { value: "", label: "Anyone" },
    { value: "me", label: ownerWords("me", team) },
    { value: "none", label: ownerWords("none", team) },
    ...team.map(({ id, username, isActive }) => ({
      value: id,
      label: isActive ? username : `${username} (deactivated)`,
    })),
  ];
  const isKnown = options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: ownerWords(chosen, team) }];
}

const SPANS = [LIMITS.score.min, LIMITS.scoreBands.success, LIMITS.scoreBands.warning].map((minScore) => ({
  minScore,
  maxScore: LIMITS.score.max as number,
}));

/** The score bands, plus any other active range. */
export function scoreOptions(chosen: Pick<LeadsView, "minScore" | "maxScore">): Option[] {
  const spans = SPANS.some((span) => scoreValue(span) === scoreValue(chosen)) ? SPANS : [...SPANS, chosen];
  return spans.map((span) => ({
    value: scoreValue(span),
    label: scoreValue(span) === ANY ? "Any score" : `Score ${shortWords(span)}`,
  }));
}

/** "80+" fits the field, which has no room for "80 and above". */
function shortWords(span: Pick<LeadsView, "minScore" | "maxScore">): string {
  const { minScore, maxScore } = span;
  return maxScore === LIMITS.score.max && minScore < maxScore ? `${minScore}+` : scoreWords(span);
}

/** Option value of a score range. */
export function scoreValue({ minScore, maxScore }: Pick<LeadsView, "minScore" | "maxScore">): string {
  return `${minScore}-${maxScore}`;
}

export function scoresOf(value: string): Pick<LeadsView, "minScore" | "maxScore"> {
  const [minScore = LIMITS.score.min, maxScore = LIMITS.score.max] = value.split("-").map(Number);
  return { minScore, maxScore };
}

const ANY = scoreValue({ minScore: LIMITS.score.min, maxScore: LIMITS.score.max });
