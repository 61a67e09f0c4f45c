import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { counted, dueWords, everyWords, momentWords, sinceWords } from "#server/assistant/words/moment.ts";
import { readMailbox } from "#server/workflows/mail/mailbox.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { systemStatus } from "#server/workflows/system-status.ts";

const DATA_SOURCES = { label: "Data Sources", href: "/data-sources" };
const CONFIGURATION = { label: "Configuration", href: "/configuration" };
const GMAIL = { label: "Gmail Integration", href: "/gmail" };

/** "When was the last sync?" */
export const lastSync: Answering = async ({ workspace: { store }, now }) => {
  const sources = await store.dataSources.list();
  if (sources.length === 0) {
    return fromData(
      "Nothing has been synced yet: there is no data source.",
      [DATA_SOURCES],
      ["How do I connect my Google Sheet?"],
    );
  }
  const synced = sources
    .flatMap((source) => (source.lastSync === null ? [] : [{ ...source, lastSync: source.lastSync }]))
    .toSorted((one, other) => other.lastSync.localeCompare(one.lastSync));
  const [latest] = synced;
  const failed = sources.filter(({ failingSince }) => failingSince !== null);
  const trouble =
    failed.length === 0 ? "" : `${counted(failed.length, "source")} ${failed.length === 1 ? "is" : "are"} failing.`;
  if (latest === undefined)
    return fromData(
      sentences("No data source has been read successfully yet.", trouble),
      [DATA_SOURCES],
      ["Why is it failing?"],
    );
  const { lastRun } = latest;
  const counts =
    lastRun === null || lastRun.outcome !== "succeeded"
      ? ""
      : `That run saw ${counted(lastRun.seen, "row")}: ${lastRun.created} new, ${lastRun.updated} updated, ${lastRun.unchanged} unchanged, ${lastRun.skipped} skipped, ${lastRun.failed} failed.`;
  return fromData(
    sentences(
      `The last successful sync was of “${latest.name}”, ${momentWords(latest.lastSync, now)}.`,
      counts,
      trouble,
    ),
    [DATA_SOURCES],
    ["When is the next sync?"],
  );
};

/** "When is the next sync?" */
export const nextSync: Answering = async ({ workspace, now }) => {
  const [{ autoSync }, settings, { health }] = await Promise.all([
    systemStatus(workspace),
    readSettings(workspace),
    readMailbox(workspace),
  ]);
  const ofMailbox = health.nextSync === null ? "" : `The mailbox is read next ${dueWords(health.nextSync, now)}.`;
  if (autoSync.next === null) {
    return fromData(sentences(`No sync of the data sources is scheduled: ${autoSync.message}`, ofMailbox), [
      CONFIGURATION,
      DATA_SOURCES,
    ]);
  }
  return fromData(
    sentences(
      `The data sources are synced next ${dueWords(autoSync.next, now)}, and ${everyWords(settings.syncIntervalMinutes)} after that.`,
      ofMailbox,
    ),
    [CONFIGURATION, DATA_SOURCES],
    ["When was the last sync?"],
  );
};

/** "Is my mailbox connected?", "How many emails were processed today?" */
export const mailbox: Answering = async ({ workspace, now, meaning }) => {
  const { email, isConfigured, autoSync, syncInterval, health, rules } = await readMailbox(workspace);
  if (!isConfigured) {
    return fromData(
      "No mailbox has been set up. Connect one under Gmail Integration.",
      [GMAIL],
      ["What is an app password?"],
    );
  }
  const { state, since, message, lastSync: read, nextSync: next, processedToday, watching } = health;
  const today = `${counted(processedToday, "email")} ${processedToday === 1 ? "was" : "were"} processed today.`;
  if (/\bhow many\b/u.test(meaning.wording.text)) {
    const isOther = !/\btoday\b/u.test(meaning.wording.text);
    return fromData(sentences(isOther ? "I only know how many were processed today." : "", today), [
      { label: "Email Processing", href: "/gmail?tab=emails" },
    ]);
  }
  const condition =
    state === "failing"
      ? `The mailbox ${email} has been failing ${since === null ? "since its first try" : sinceWords(since, now)}: ${message}`
      : state === "active"
        ? `The mailbox ${email} works.`
        : `The mailbox ${email} is ${state}: ${message}`;
  return fromData(
    sentences(
      condition,
      read === null ? "It has not been read yet." : `It was last read ${momentWords(read, now)}.`,
      next === null
        ? autoSync
          ? ""
          : "Auto-sync of it is off."
        : `Next ${dueWords(next, now)}, ${everyWords(syncInterval)}${watching ? ", and at once when new mail is announced" : ""}.`,
      today,
      `A message counts as a lead from a confidence of ${rules.minimumConfidence}% on.`,
    ),
    [GMAIL, { label: "Email Processing", href: "/gmail?tab=emails" }],
  );
};
