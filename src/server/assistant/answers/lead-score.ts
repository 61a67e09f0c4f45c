import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { keyOfRuleField } from "#shared/contract/leads/rule-condition.ts";
import { counted } from "#shared/counted.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { fieldNoun } from "#shared/field-words.ts";
import { partNotes, pointsWords } from "#shared/score-words.ts";
import { fromData, leadLink, sentences } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { statusWords } from "#server/assistant/words/lead-words.ts";
import { listed } from "#server/assistant/words/moment.ts";
import { leadExplanation } from "#server/features/leads/lead-detail.ts";

const SHOWN_PARTS = 8;
const SHOWN_RULES = 4;

/** "Why is Ann Lee at 45?": the points with their rules, keywords and the sentences they were found in. */
export const leadScore = aboutLead(async (lead, { workspace }) => {
  const explanation = await leadExplanation(workspace, lead.id);
  return fromData(
    [
      `${lead.name} has a score of ${explanation.score}.`,
      ...scoreLines(explanation),
      thresholdWords(lead, explanation),
    ].join("\n"),
    [leadLink(lead.id, lead.name), { label: "Rules & Keywords", href: "/rules" }],
    explanation.missing > 0 ? [`What would make ${lead.name} qualify?`] : [],
  );
});

/** "What would make Ann Lee qualify?": the missing points, and the rules that could add them. */
export const leadToQualify = aboutLead(async (lead, { workspace }) => {
  const explanation = await leadExplanation(workspace, lead.id);
  const { score, threshold, missing, open } = explanation;
  const links = [leadLink(lead.id, lead.name), { label: "Rules & Keywords", href: "/rules" }];
  if (countsAsQualified(lead.status)) {
    return fromData(
      `${lead.name} ${statusWords(lead.status, lead.statusSetBy)}, with a score of ${score} (threshold ${threshold}).`,
      links,
    );
  }
  if (missing === 0) {
    return fromData(
      `${lead.name} has a score of ${score}, which reaches the threshold of ${threshold}, but it ${statusWords(lead.status, lead.statusSetBy)}. Rules don't change a status that was set manually. Change it on the lead's page, or undo the decision.`,
      links,
    );
  }
  const decided =
    lead.statusSetBy === "person"
      ? `${lead.name} ${statusWords(lead.status, lead.statusSetBy)}, and rules don't change that. Set the status on the lead's page. By score alone:`
      : "";
  return fromData(
    [
      decided,
      `${lead.name} has a score of ${score} and needs ${counted(missing, "more point")} to reach the threshold of ${threshold}.`,
      ...(open.length === 0
        ? ["It already matches every keyword of the active rules. Add a rule, or lower the threshold."]
        : [
            "Each of these keywords would add points:",
            ...open.slice(0, SHOWN_RULES).map(ruleLine),
            "Keywords in the lead's notes count, too. You can also qualify it manually.",
          ]),
    ]
      .filter(Boolean)
      .join("\n"),
    links,
    [`Why is ${lead.name} at ${score}?`],
  );
});

/** The points of an explanation, one per line, adding up to the score. */
function scoreLines({ parts, cap, ageDays }: LeadExplanation): string[] {
  if (parts.length === 0) return ["It matches none of the active rules' keywords."];
  const notes = partNotes(parts, ageDays);
  const lines = parts
    .slice(0, SHOWN_PARTS)
    .map(({ points, ruleName, keyword, field, fieldName, isCondition, excerpt }, index) => {
      const sentence = excerpt === "" ? "" : `, “${oneLine(excerpt)}”`;
      const note = notes[index] ? ` (${notes[index]})` : "";
      const place = keyOfRuleField(field) === null ? fieldNoun(field) : fieldName;
      const found = isCondition === true ? keyword : `“${keyword}” in ${place}`;
      return `• ${pointsWords(points)} from the rule “${ruleName}”${note}: ${found}${sentence}`;
    });
  const others = parts.slice(SHOWN_PARTS);
  if (others.length > 0) {
    const rest = pointsWords(others.reduce((sum, { points }) => sum + points, 0));
    lines.push(`• ${rest} from ${counted(others.length, "other keyword")}`);
  }
  if (cap < 0) lines.push(`• ${pointsWords(cap)} because scores are capped at 100`);
  return lines;
}

function thresholdWords(lead: StoredLead, { missing, threshold }: LeadExplanation): string {
  const status = `It ${statusWords(lead.status, lead.statusSetBy)}.`;
  return missing > 0
    ? sentences(`That's ${counted(missing, "point")} below the threshold of ${threshold}.`, status)
    : sentences(`That reaches the threshold of ${threshold}.`, status);
}

function ruleLine({ ruleName, points, keywords, more, isEnough }: LeadExplanation["open"][number]): string {
  const enough = isEnough ? ", enough to qualify" : "";
  const shown = listed(keywords.map((keyword) => `“${keyword}”`));
  return `• “${ruleName}”, ${pointsWords(points)} for each of ${shown}${more > 0 ? " and others" : ""}${enough}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
