import type {
  AssignmentConditions,
  AssignmentPreview,
  AssignmentRule,
  FieldCondition,
} from "#shared/contract/assignment.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { conditionWords, keyOfRuleField, readCondition } from "#shared/contract/leads/rule-condition.ts";
import type { Tag } from "#shared/contract/leads/tag.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LIMITS } from "#shared/limits.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { formatCount } from "#web/format/number.ts";

export const STRATEGY_WORDS: Record<AssignmentRule["strategy"], { label: string; hint: string }> = {
  person: { label: "One person", hint: "The first person in the list who is available." },
  round_robin: { label: "Round robin", hint: "Takes turns. A higher weight gets more leads." },
  least_busy: { label: "Least busy", hint: "The person with the fewest pending and qualified leads." },
};

/** What the conditions name; undefined until loaded, as nothing is known to be deleted then. */
interface Named {
  fields: readonly Pick<CustomField, "key" | "name">[] | undefined;
  tags: readonly Pick<Tag, "id" | "name">[] | undefined;
}

/** What a lead must have: "Source Website, score 60 to 100, Budget is at least 5,000". */
export function leadWords(
  { source, minScore, maxScore, country, texts = [], tags = [], customFields = [] }: AssignmentConditions,
  named: Named,
): string {
  const isScored = minScore !== undefined || maxScore !== undefined;
  const words = [
    source !== undefined && `source ${sourceName(source)}`,
    isScored && `score ${minScore ?? LIMITS.score.min} to ${maxScore ?? LIMITS.score.max}`,
    country !== undefined && `country ${country}`,
    ...texts.map(({ field, contains }) => `${fieldWords(field).toLowerCase()} contains “${contains}”`),
    ...tags.map((id) =>
      named.tags === undefined ? "a tag" : `tag ${named.tags.find((tag) => tag.id === id)?.name ?? "deleted"}`,
    ),
    ...customFields.map((one) => fieldConditionWords(one, named)),
  ].filter((part) => part !== false);
  const text = words.join(", ");
  return text === "" ? "All leads" : text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Tier is Gold or Silver". */
function fieldConditionWords({ field, anyOf: [first = "", ...others] }: FieldCondition, { fields }: Named): string {
  const key = keyOfRuleField(field);
  const known = fields?.find((one) => one.key === key)?.name;
  const name = known ?? (fields === undefined ? "Custom field" : "Deleted field");
  const alternatives = others.map((text) => (readCondition(text)?.words ?? text).replace(/^is /u, ""));
  return [conditionWords(name, first), ...alternatives].join(" or ");
}

/** Who gets the leads: "Round robin: Ann, Bob (2)". The team is empty until it has loaded. */
export function peopleWords(
  { strategy, people }: Pick<AssignmentRule, "strategy" | "people">,
  team: readonly TeamMember[],
): string {
  const names = people.map(({ accountId, weight }) => {
    const name =
      team.find(({ id }) => id === accountId)?.username ?? (team.length === 0 ? "Account" : "Deleted account");
    return strategy === "round_robin" && weight !== 1 ? `${name} (${weight})` : name;
  });
  return `${STRATEGY_WORDS[strategy].label}: ${names.join(", ")}`;
}

/** "Would assign 120 of 340 unassigned leads: Ann 40, Bob 80." */
export function previewWords({ assigned, unassigned, people }: AssignmentPreview): string {
  if (unassigned === 0) return "There are no unassigned leads.";
  const of = `${formatCount(assigned)} of ${formatCount(unassigned)} unassigned ${unassigned === 1 ? "lead" : "leads"}`;
  const shares = people.map(({ username, leads }) => `${username} ${formatCount(leads)}`).join(", ");
  return `Would assign ${of}${shares === "" ? "" : `: ${shares}`}.`;
}
