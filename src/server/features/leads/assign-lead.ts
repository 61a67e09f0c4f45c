import type { AssignmentRule } from "#shared/contract/assignment.ts";
import { counted } from "#shared/counted.ts";
import type {
  Assign,
  Assignable,
  Assigned,
  AssignmentRuleRecord,
  AssignmentState,
} from "#server/db/assignment/assignment.ts";
import {
  comparedBy,
  conditionFault,
  conditionTest,
  covers,
  namedBy,
  type Named,
} from "#server/features/leads/assignment-conditions.ts";

interface Candidate {
  id: string;
  weight: number;
  person: Assignable;
}

/**
 * Assigns leads one by one, each by the first rule that it meets and that has someone available. People who are away,
 * have reached their daily limit or can't own leads are passed over, and don't get more afterward.
 */
export const leadAssigner: Assign = (state) => {
  const named = namedBy(state);
  const rules = state.rules.map((rule) => ({ rule, meets: conditionTest(rule.conditions, named) }));
  return (lead) => {
    for (const { rule, meets } of rules) {
      if (!meets(lead)) continue;
      const to = assignBy(rule, state);
      if (to !== null) return to;
    }
    return null;
  };
};

/** Null if nobody in the rule is available. */
function assignBy(rule: AssignmentRuleRecord, state: AssignmentState): Assigned | null {
  const unavailable: string[] = [];
  const candidates: Candidate[] = [];
  for (const { accountId, weight } of rule.people) {
    const person = state.people.get(accountId);
    if (person === undefined) continue;
    const why = whyUnavailable(person, state.day);
    if (why === null) candidates.push({ id: accountId, weight, person });
    else unavailable.push(`${person.username} ${why}`);
  }
  const chosen = pick(rule, candidates, state);
  if (chosen === undefined) return null;
  chosen.person.today += 1;
  chosen.person.open += 1;
  const reason = [strategyWords(rule, candidates.length, chosen.person), ...unavailable].join(", ");
  return { accountId: chosen.id, owner: chosen.person.username, ruleName: rule.name, reason };
}

function pick(
  { id, strategy }: AssignmentRuleRecord,
  candidates: readonly Candidate[],
  state: AssignmentState,
): Candidate | undefined {
  switch (strategy) {
    case "person":
      return candidates[0];
    case "least_busy":
      return candidates.toSorted((a, b) => a.person.open - b.person.open || a.person.today - b.person.today)[0];
    case "round_robin":
      return nextInTurn(candidates, state.credits.get(id) ?? new Map<string, number>());
  }
}

/**
 * Tijdeman's rule: of those who are due, the one whose turn is most urgent. Each person's number stays within one of
 * their share at every moment. A credit is the share minus what was given.
 */
function nextInTurn(candidates: readonly Candidate[], credits: Map<string, number>): Candidate | undefined {
  const sum = candidates.reduce((total, { weight }) => total + weight, 0);
  const slack = candidates.length < 2 ? 0 : 1 / (2 * candidates.length - 2);
  let best: { candidate: Candidate; left: number } | undefined;
  for (const candidate of candidates) {
    const share = candidate.weight / sum;
    const credit = (credits.get(candidate.id) ?? 0) + share;
    credits.set(candidate.id, credit);
    const left = (1 - slack - credit) / share;
    // Rounding must not hide that someone is due.
    if (credit >= slack - 1e-9 && (best === undefined || left < best.left - 1e-9)) best = { candidate, left };
  }
  const chosen = best?.candidate ?? candidates[0];
  if (chosen !== undefined) credits.set(chosen.id, (credits.get(chosen.id) ?? 0) - 1);
  return chosen;
}

function whyUnavailable({ perDay, awayFrom, awayTo, today }: Assignable, day: string): string | null {
  if ((awayFrom !== null || awayTo !== null) && (awayFrom ?? day) <= day && day <= (awayTo ?? day)) {
    return awayTo === null ? "is away" : `is away until ${dayAfter(awayTo)}`;
  }
  return perDay !== null && today >= perDay ? `has ${counted(perDay, "lead")} today` : null;
}

/** "May 11", because people say when someone is back. */
function dayAfter(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
}

function strategyWords({ strategy }: AssignmentRuleRecord, among: number, { open }: Assignable): string {
  if (strategy === "person") return "always this person";
  if (strategy === "round_robin") return `round robin among ${among}`;
  return `fewest open leads (${open - 1}) among ${among}`;
}

type Judged = Pick<AssignmentRule, "name" | "isActive" | "conditions" | "strategy" | "people">;

/** Why each rule can never assign a lead, if so. `canOwn` are the accounts that can own leads; `isLimited` those with days away or a daily number. */
export function neverMatching(
  rules: readonly Judged[],
  canOwn: ReadonlySet<string>,
  isLimited: ReadonlySet<string>,
  named: Named,
): (string | null)[] {
  const compared = rules.map((rule) => ({ rule, asks: comparedBy(rule.conditions, named) }));
  return compared.map(({ rule, asks }, index) => {
    const { minScore = 0, maxScore = 100 } = rule.conditions;
    if (minScore > maxScore) return "No score is in this range.";
    const fault = conditionFault(rule.conditions, named);
    if (fault !== null) return fault;
    if (!rule.people.some(({ accountId }) => canOwn.has(accountId))) return "Nobody in it has an active account.";
    const earlier = compared
      .slice(0, index)
      .find(
        (one) =>
          one.rule.isActive &&
          covers(one.asks, asks) &&
          one.rule.people.some(({ accountId }) => canOwn.has(accountId) && !isLimited.has(accountId)),
      );
    return rule.isActive && earlier !== undefined
      ? `“${earlier.rule.name}” comes first and takes all of its leads.`
      : null;
  });
}
