import { everyWords } from "#shared/durations.ts";
import { counted } from "#shared/counted.ts";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { momentWords } from "#server/assistant/words/moment.ts";
import { upcomingRemoval } from "#server/features/leads/remove-old-leads.ts";
import { readSettings } from "#server/db/read-settings.ts";

const CONFIGURATION = { label: "Configuration", href: "/configuration" };
const MAIL_RULES = { label: "Automation Rules", href: "/gmail?tab=rules" };

/** "What is the threshold?", "How long are leads kept?" */
export const settings: Answering = async ({ workspace, now, meaning, say }) => {
  const { qualificationThreshold, autoSync, syncIntervalMinutes, maxLeadsPerSync, retentionDays, minimumConfidence } =
    await readSettings(workspace);
  const what = meaning.wording.text;
  const least = qualificationThreshold;
  const threshold = say(
    `The threshold is ${least}: a lead with a score of ${least} or more qualifies automatically.`,
    `Der Schwellenwert ist ${least}: Ab dieser Punktzahl wird ein Lead automatisch qualifiziert.`,
    `Le seuil est de ${least} : à partir de ce score, un prospect est qualifié automatiquement.`,
    `El umbral es ${least}: a partir de esa puntuación, un lead se califica automáticamente.`,
  );
  const sync = autoSync
    ? `Auto-sync is on and reads the data sources ${everyWords(syncIntervalMinutes)}.`
    : `Auto-sync is off. If turned on, it would read the data sources ${everyWords(syncIntervalMinutes)}.`;
  const kept =
    retentionDays === null
      ? "Leads are kept until someone deletes them."
      : `Leads without activity for ${counted(retentionDays, "day")} are removed, except approved ones.`;
  const most =
    maxLeadsPerSync === null
      ? "Syncs have no lead limit."
      : `A sync reads at most ${counted(maxLeadsPerSync, "lead")}; the next one continues with the rest.`;
  const confidence = `An email becomes a lead at ${minimumConfidence}% confidence or more.`;
  if (/threshold|qualif|which score|what score/u.test(what)) return fromData(threshold, [CONFIGURATION]);
  if (/interval|auto|\bsync(?:ed|s)?$/u.test(what) && !/leads/u.test(what)) return fromData(sync, [CONFIGURATION]);
  if (/retention|kept|keep|removed|stored/u.test(what)) {
    const ahead = await upcomingRemoval(workspace);
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
