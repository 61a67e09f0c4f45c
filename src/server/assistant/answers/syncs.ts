import { everyWords } from "#shared/durations.ts";
import { counted } from "#shared/counted.ts";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { mailboxState, waitingEmails } from "#server/assistant/answers/mail-states.ts";
import { dueWords, momentWords } from "#server/assistant/words/moment.ts";
import { filterOfSpan } from "#server/assistant/understanding/time-span.ts";
import { readMailbox } from "#server/features/mailbox/mailbox.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { systemStatus } from "#server/features/health/system-status.ts";
import { sourceLabel } from "#shared/source-kinds.ts";

const DATA_SOURCES = { label: "Data Sources", href: "/data-sources" };
const CONFIGURATION = { label: "Configuration", href: "/configuration" };

/** "When was the last sync?" */
export const lastSync: Answering = async ({ store, now, language, say }) => {
  const sources = await store.dataSources.list();
  if (sources.length === 0) {
    return fromData(
      "Nothing was synced yet because there's no data source.",
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
      sentences("No data source has synced successfully yet.", trouble),
      [DATA_SOURCES],
      ["Why is it failing?"],
    );
  const { lastRun } = latest;
  const attempt = lastRun === null ? "" : momentWords(lastRun.startedAt, now, language);
  const counts =
    lastRun === null
      ? ""
      : lastRun.outcome === "failed"
        ? say(
            `The attempt ${attempt} failed and brought no leads: ${lastRun.message}`,
            `Der Versuch ${attempt} ist fehlgeschlagen und brachte keine Leads: ${lastRun.message}`,
            `La tentative ${attempt} a échoué sans apporter de prospects : ${lastRun.message}`,
            `El intento ${attempt} falló y no trajo leads: ${lastRun.message}`,
          )
        : lastRun.outcome !== "succeeded"
          ? ""
          : say(
              `It read ${counted(lastRun.seen, "row")}: ${lastRun.created} new, ${lastRun.updated} updated, ${lastRun.unchanged} unchanged, ${lastRun.skipped} skipped, ${lastRun.failed} failed.`,
              `Gelesen: ${lastRun.seen} Zeilen, davon ${lastRun.created} neu, ${lastRun.updated} geändert, ${lastRun.skipped} übersprungen.`,
              `${lastRun.seen} lignes lues : ${lastRun.created} nouvelles, ${lastRun.updated} modifiées, ${lastRun.skipped} ignorées.`,
              `${lastRun.seen} filas leídas: ${lastRun.created} nuevas, ${lastRun.updated} cambiadas, ${lastRun.skipped} omitidas.`,
            );
  const when = momentWords(latest.lastSync, now, language);
  return fromData(
    sentences(
      say(
        `The last successful sync was of “${latest.name}”, ${when}.`,
        `Die letzte erfolgreiche Synchronisierung war von „${latest.name}“, ${when}.`,
        `La dernière synchronisation réussie est celle de « ${latest.name} », ${when}.`,
        `La última sincronización correcta fue la de «${latest.name}», ${when}.`,
      ),
      counts,
      language === "en" ? trouble : "",
    ),
    [DATA_SOURCES],
    ["When is the next sync?"],
  );
};

/** "When is the next sync?" */
export const nextSync: Answering = async ({ workspace, now, say, language }) => {
  const [{ autoSync }, settings, { health }] = await Promise.all([
    systemStatus(workspace),
    readSettings(workspace),
    readMailbox(workspace),
  ]);
  const ofMailbox =
    health.nextSync === null
      ? ""
      : say(
          `The next mailbox sync is ${dueWords(health.nextSync, now)}.`,
          `Postfach: ${momentWords(health.nextSync, now, language)}.`,
          `Messagerie : ${momentWords(health.nextSync, now, language)}.`,
          `Buzón: ${momentWords(health.nextSync, now, language)}.`,
        );
  if (autoSync.next === null) {
    return fromData(
      sentences(
        say(
          `No data source sync is scheduled: ${autoSync.message}`,
          "Für die Datenquellen ist keine Synchronisierung geplant.",
          "Aucune synchronisation des sources n'est prévue.",
          "No hay ninguna sincronización de fuentes prevista.",
        ),
        ofMailbox,
      ),
      [CONFIGURATION, DATA_SOURCES],
    );
  }
  return fromData(
    sentences(
      say(
        `The next data source sync is ${dueWords(autoSync.next, now)}, then ${everyWords(settings.syncIntervalMinutes)}.`,
        `Nächste Synchronisierung der Datenquellen: ${momentWords(autoSync.next, now, language)}, dann alle ${settings.syncIntervalMinutes} Minuten.`,
        `Prochaine synchronisation des sources : ${momentWords(autoSync.next, now, language)}, puis toutes les ${settings.syncIntervalMinutes} minutes.`,
        `Próxima sincronización de las fuentes: ${momentWords(autoSync.next, now, language)}, luego cada ${settings.syncIntervalMinutes} minutos.`,
      ),
      ofMailbox,
    ),
    [CONFIGURATION, DATA_SOURCES],
    ["When was the last sync?"],
  );
};

/** "Is my mailbox connected?", "How many emails were processed today?" */
export const mailbox: Answering = async (asking) => {
  const { store, meaning } = asking;
  const { text } = meaning.wording;
  if (/\b(?:unclear|doubtful|uncertain|review\w*)\b/u.test(text)) return waitingEmails(asking);
  if (!/\bhow many\b/u.test(text)) return mailboxState(asking);
  const countSince = async (at: Date | null): Promise<number> =>
    at === null ? 0 : store.mailbox.countSince(at.toISOString());
  const { from, to, words } = meaning.leads.span ?? { from: new Date(0), to: null, words: "so far" };
  const [all, after, { count: became }] = await Promise.all([
    countSince(from),
    countSince(to),
    store.leads.count({ source: "email", ...filterOfSpan({ from, to }) }),
  ]);
  const seen = all - after;
  return fromData(
    `${counted(seen, "email")} ${seen === 1 ? "was" : "were"} processed ${words}. ${counted(became, "lead")} came in by email ${words}.`,
    [{ label: "Email Processing", href: "/gmail?tab=emails" }],
  );
};

/** "Which data sources are connected?" */
export const sources: Answering = async ({ store, now, language, say }) => {
  const link = { label: "Data Sources", href: "/data-sources" };
  const all = await store.dataSources.list();
  if (all.length === 0)
    return fromData("There are no data sources yet.", [{ label: "Add a data source", href: "/data-sources?new" }]);
  const active = all.filter(({ isActive }) => isActive).length;
  return fromData(
    [
      say(
        `There ${all.length === 1 ? "is" : "are"} ${counted(all.length, "data source")}, ${active} active:`,
        `Datenquellen: ${all.length}, davon aktiv: ${active}.`,
        `Sources de données : ${all.length}, dont actives : ${active}.`,
        `Fuentes de datos: ${all.length}, activas: ${active}.`,
      ),
      ...all.map(({ name, type, isActive, lastSync: readAt, failingSince, lastRun }) => {
        const failure = `${say("failing", "Fehler", "erreur", "error")}: ${lastRun?.message ?? ""}`;
        const inactive = say("inactive", "aus", "inactive", "inactiva");
        const state = isActive ? (failingSince === null ? "" : `, ${failure}`) : `, ${inactive}`;
        const read = readAt === null ? say("never", "nie", "jamais", "nunca") : momentWords(readAt, now, language);
        return `• “${name}” (${sourceLabel(type)}), ${say("last read", "zuletzt gelesen", "lue", "leída")} ${read}${state}`;
      }),
    ],
    [link],
    ["When is the next sync?"],
  );
};
