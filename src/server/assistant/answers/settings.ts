import type { ChatReply } from "#shared/contract/chat.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { counted, everyWords, momentWords } from "#server/assistant/words/moment.ts";
import { removalAhead } from "#server/workflows/leads/remove-old-leads.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CONFIGURATION = { label: "Configuration", href: "/configuration" };
const MAIL_RULES = { label: "Automation Rules", href: "/gmail?tab=rules" };

/** "What is the threshold?", "How long are leads kept?" */
export const settings: Answering = async ({ workspace, now, meaning: { what = "", wording } }) => {
  const { qualificationThreshold, autoSync, syncIntervalMinutes, maxLeadsPerSync, retentionDays, minimumConfidence } =
    await readSettings(workspace);
  const supposed = /\b(?:if|were|was|with)\b.*\bthreshold\b.*?(\d{1,3})\b/u.exec(wording.text)?.[1];
  if (supposed !== undefined) return withThreshold(workspace, Number(supposed));
  const threshold = `The threshold is ${qualificationThreshold}: a lead with a score of ${qualificationThreshold} or more qualifies by itself.`;
  const sync = autoSync
    ? `Auto-sync is on and reads the data sources ${everyWords(syncIntervalMinutes)}.`
    : `Auto-sync is off; switched on it would read ${everyWords(syncIntervalMinutes)}.`;
  const kept =
    retentionDays === null
      ? "Leads are kept until somebody deletes them."
      : `Leads that nothing has happened to for ${counted(retentionDays, "day")} are removed, approved ones never.`;
  const most =
    maxLeadsPerSync === null
      ? "There is no limit to the leads of one sync."
      : `One sync takes in at most ${counted(maxLeadsPerSync, "lead")}; the next one goes on with the rest.`;
  const confidence = `A message counts as a lead from a confidence of ${minimumConfidence}% on.`;
  if (/threshold|qualif/u.test(what)) return fromData(threshold, [CONFIGURATION]);
  if (/interval|auto|sync(?:ed|s)?$/u.test(what) && !/leads/u.test(what)) return fromData(sync, [CONFIGURATION]);
  if (/retention|kept|keep|removed/u.test(what)) {
    const ahead = await removalAhead(workspace);
    const next =
      ahead === null
        ? ""
        : `${ahead.exact ? "" : "More than "}${counted(ahead.count, "lead")} will be removed, the first ${momentWords(ahead.on, now)}.`;
    return fromData(sentences(kept, next), [CONFIGURATION]);
  }
  if (/max|leads per/u.test(what)) return fromData(most, [CONFIGURATION]);
  if (/confidence/u.test(what)) return fromData(confidence, [MAIL_RULES]);
  return fromData([threshold, sync, most, kept, confidence].map((line) => `• ${line}`).join("\n"), [
    CONFIGURATION,
    MAIL_RULES,
  ]);
};

/** "What if the threshold was 50?": the leads that reach it; those that a person decided stay as they are. */
async function withThreshold({ store }: Pick<Workspace, "store">, threshold: number): Promise<ChatReply> {
  if (threshold > LIMITS.qualificationThreshold.max) {
    return fromData(`The threshold can be ${LIMITS.qualificationThreshold.max} at most.`, [CONFIGURATION]);
  }
  const filter = { minScore: threshold };
  const { count, exact } = await store.leads.count(filter);
  return fromData(
    `${exact ? "" : "More than "}${counted(count, "lead")} ${count === 1 ? "has" : "have"} a score of ${threshold} or more. With that threshold rules would qualify those of them that no person has decided on.`,
    [leadsLink("Show them", filter), CONFIGURATION],
    ["What is the threshold?"],
  );
}
