import { counted } from "#shared/counted.ts";
import type { ScrapeFrequency } from "#shared/contract/scrape-target.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { cardOf, fromData, leadLink, offered, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { similar } from "#server/assistant/answers/rules.ts";
import { allOf } from "#server/assistant/answers/select-leads.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { leadCount, statusIn } from "#server/assistant/words/lead-words.ts";
import { listed, momentWords } from "#server/assistant/words/moment.ts";
import { quoted, type Texts } from "#server/assistant/words/say.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { upcomingRemoval } from "#server/features/leads/remove-old-leads.ts";
import { listSchedules } from "#server/jobs/schedules/schedules.ts";

export const FREQUENCIES: Readonly<Record<ScrapeFrequency, Texts>> = {
  manual: ["only by hand", "nur von Hand", "à la main seulement", "solo a mano"],
  hourly: ["every hour", "jede Stunde", "chaque heure", "cada hora"],
  daily: ["every day", "jeden Tag", "chaque jour", "cada día"],
  weekly: ["every week", "jede Woche", "chaque semaine", "cada semana"],
  monthly: ["every month", "jeden Monat", "chaque mois", "cada mes"],
};

/** "Does the trade guild site still bring anything?": one website that is read; null if none is meant. */
export const scrapeTarget: Answering = async (asking) => {
  const { store, meaning, now, language, say } = asking;
  const targets = await store.scrapes.list();
  const asked = `${meaning.wording.question} ${meaning.before?.wording.question ?? ""} ${asking.earlier}`;
  const one = similar(targets, asked, ({ name, url }) => `${name} ${url}`);
  if (one === undefined) return null;
  const { id, name, url, isActive, lastScrape, scrapeFrequency, failingSince } = one;
  const leads = (await allOf(store, { source: "website" })).filter(
    ({ scrapeUrl }) => hostOf(scrapeUrl ?? "") === hostOf(url),
  );
  const counts = [...Map.groupBy(leads, ({ status }) => status)].map(
    ([status, own]) => `${own.length} ${statusIn(status, language)}`,
  );
  const [newest] = leads;
  const how = say(...FREQUENCIES[scrapeFrequency]);
  const read =
    lastScrape === null ? say("never", "noch nie", "jamais", "nunca") : momentWords(lastScrape, now, language);
  const count = leadCount(leads.length, language);
  const facts = sentences(
    say(
      `“${name}” is read ${how}${isActive ? "" : ", but is off"}; last ${read}${failingSince === null ? "" : ", and is failing"}.`,
      `„${name}“ wird ${how} gelesen${isActive ? "" : ", ist aber aus"}; zuletzt ${read}${failingSince === null ? "" : ", mit Fehlern"}.`,
      `« ${name} » est lu ${how}${isActive ? "" : ", mais désactivé"} ; dernière fois ${read}${failingSince === null ? "" : ", en erreur"}.`,
      `«${name}» se lee ${how}${isActive ? "" : ", pero está apagado"}; última vez ${read}${failingSince === null ? "" : ", con errores"}.`,
    ),
    leads.length === 0
      ? say(
          "It has brought no leads.",
          "Bisher kamen keine Leads.",
          "Il n'a apporté aucun prospect.",
          "No ha traído ningún lead.",
        )
      : say(
          `It has brought ${count}: ${listed(counts)}.`,
          `Bisher ${count}: ${listed(counts, language)}.`,
          `${count} au total : ${listed(counts, language)}.`,
          `${count} en total: ${listed(counts, language)}.`,
        ),
    leads.some(({ status }) => status === "approved")
      ? ""
      : say("None is approved.", "Keiner ist genehmigt.", "Aucun n'est approuvé.", "Ninguno está aprobado."),
    newest === undefined
      ? ""
      : say(
          `The last new one was ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
          `Der letzte neue war ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
          `Le dernier nouveau est ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
          `El último nuevo fue ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
        ),
  );
  const links = [
    { label: "Lead Scraper", href: "/lead-scraper" },
    ...(newest === undefined ? [] : [leadLink(newest.id, leadTitle(newest))]),
  ];
  if (
    !isActive ||
    !/\b(?:stop|rid|off|pause|waste|worth|useless|arreter|stoppen|abschalten|parar|quitar)\b/u.test(
      plainWord(`${meaning.wording.text} ${meaning.wording.question}`),
    )
  )
    return fromData(facts, links);
  const label = say(`Turn off “${name}”`, `„${name}“ ausschalten`, `Désactiver « ${name} »`, `Desactivar «${name}»`);
  const stay = say(
    "Its leads stay if you turn it off.",
    "Die Leads bleiben, wenn Sie es ausschalten.",
    "Ses prospects restent si vous le désactivez.",
    "Sus leads se quedan si lo desactiva.",
  );
  return offered(
    asking,
    sentences(facts, stay),
    { kind: "scrape_target", label, id, change: { isActive: false } },
    links,
  );
};

const isSent = ({ state }: { state: string }): boolean => state === "sent" || state === "unknown";

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

/** "Has Ruben answered?": what was asked of a lead, when, and whether an answer came. */
export const followUpOfLead: Answering = aboutLead(async (lead, { store, now, language, say }) => {
  const snapshot = await store.followUps.snapshot(lead.id);
  const link = leadLink(lead.id, lead.name);
  const sent = snapshot?.messages.filter(isSent).at(-1);
  if (snapshot === null || sent === undefined)
    return fromData(
      say(
        `${lead.name} was never sent a follow-up. Open the lead to write one.`,
        `${lead.name} wurde noch nichts gefragt. Öffnen Sie den Lead, um nachzufassen.`,
        `${lead.name} n'a pas encore été relancé. Ouvrez la fiche pour écrire.`,
        `A ${lead.name} aún no se le preguntó nada. Abra el lead para escribirle.`,
      ),
      [link],
    );
  const answered = snapshot.questions.find(({ respondedAt }) => respondedAt !== null);
  const when = momentWords(sent.startedAt, now, language);
  return {
    ...fromData(
      sentences(
        answered?.respondedAt == null
          ? say(
              "No answer so far.",
              "Bisher keine Antwort.",
              "Pas de réponse pour l'instant.",
              "Todavía sin respuesta.",
            )
          : say(
              `Yes, answered ${momentWords(answered.respondedAt, now)}: “${answered.response}”.`,
              `Ja, Antwort ${momentWords(answered.respondedAt, now, language)}: „${answered.response}“.`,
              `Oui, réponse ${momentWords(answered.respondedAt, now, language)} : « ${answered.response} ».`,
              `Sí, respondió ${momentWords(answered.respondedAt, now, language)}: «${answered.response}».`,
            ),
        say(
          `${lead.name} was asked ${when}: ${quoted(sent.subject, say)}.`,
          `${lead.name} wurde ${when} gefragt: ${quoted(sent.subject, say)}.`,
          `${lead.name} a été relancé ${when} : ${quoted(sent.subject, say)}.`,
          `A ${lead.name} se le preguntó ${when}: ${quoted(sent.subject, say)}.`,
        ),
        say(
          "Open the lead to send another one.",
          "Beim Lead können Sie erneut nachfassen.",
          "Ouvrez la fiche pour relancer à nouveau.",
          "Abra el lead para volver a preguntar.",
        ),
      ),
      [link],
    ),
    leads: [cardOf(lead)],
  };
});

/** "Is there a backup?", "where do they go, and how do I restore one?" */
export const backupState: Answering = async ({ workspace, now, language, say, allows }) => {
  const backup = (await listSchedules(workspace)).find(({ id }) => id === "backup");
  if (backup === undefined) return null;
  const { lastRun, nextRun, isOn } = backup;
  const when = lastRun === null ? "" : momentWords(lastRun.finishedAt ?? lastRun.at, now, language);
  const last =
    lastRun === null
      ? say(
          "There are no backups yet.",
          "Es gibt noch keine Sicherung.",
          "Il n'y a pas encore de sauvegarde.",
          "Todavía no hay ninguna copia.",
        )
      : lastRun.outcome === "running"
        ? say(
            `A backup has been running since ${when}.`,
            `Seit ${when} läuft eine Sicherung.`,
            `Une sauvegarde est en cours depuis ${when}.`,
            `Hay una copia en curso desde ${when}.`,
          )
        : lastRun.outcome === "failed"
          ? say(
              `The last backup failed ${when}: ${lastRun.message}`,
              `Die letzte Sicherung schlug fehl, ${when}: ${lastRun.message}`,
              `La dernière sauvegarde a échoué ${when} : ${lastRun.message}`,
              `La última copia falló ${when}: ${lastRun.message}`,
            )
          : lastRun.outcome === "cancelled"
            ? say(
                `The last backup was canceled ${when}.`,
                `Die letzte Sicherung wurde abgebrochen, ${when}.`,
                `La dernière sauvegarde a été annulée ${when}.`,
                `La última copia se canceló ${when}.`,
              )
            : sentences(
                say(
                  `The last backup was made ${when}.`,
                  `Letzte Sicherung: ${when}.`,
                  `Dernière sauvegarde : ${when}.`,
                  `Última copia: ${when}.`,
                ),
                language === "en" ? lastRun.message : "",
              );
  const next = !isOn
    ? say(
        "Nightly backups are off.",
        "Die nächtliche Sicherung ist aus.",
        "Les sauvegardes sont désactivées.",
        "Las copias nocturnas están apagadas.",
      )
    : nextRun === null
      ? ""
      : say(
          `The next one is due ${momentWords(nextRun, now)}.`,
          `Die nächste ist fällig: ${momentWords(nextRun, now, language)}.`,
          `La prochaine : ${momentWords(nextRun, now, language)}.`,
          `La próxima: ${momentWords(nextRun, now, language)}.`,
        );
  const folder = allows("manage") ? ` (${workspace.backupDir})` : "";
  return fromData(
    sentences(
      last,
      next,
      say(
        `Backups are files on the server${folder}; copy them to another machine, apart from the key file. To restore one, stop the server and run npm run restore -- --replace FILE there.`,
        `Sicherungen sind Dateien auf dem Server${folder}; kopieren Sie sie auf einen anderen Rechner, getrennt von der Schlüsseldatei. Zum Wiederherstellen den Server anhalten und dort npm run restore -- --replace DATEI ausführen.`,
        `Ce sont des fichiers sur le serveur${folder} ; copiez-les sur une autre machine, sans le fichier de clé. Pour restaurer, arrêtez le serveur et lancez-y npm run restore -- --replace FICHIER.`,
        `Son archivos en el servidor${folder}; cópielos a otra máquina, aparte del archivo de clave. Para restaurar, detenga el servidor y ejecute allí npm run restore -- --replace ARCHIVO.`,
      ),
    ),
    [
      { label: "Schedules & Jobs", href: "/jobs" },
      { label: "Backup", href: "/configuration#backup" },
    ],
  );
};

/** "How long are rejected leads kept?" */
export const retention: Answering = async ({ workspace, now, language, say }) => {
  const [{ retentionDays: days }, ahead] = await Promise.all([readSettings(workspace), upcomingRemoval(workspace)]);
  const kept =
    days === null
      ? say(
          "Leads are kept until someone deletes them.",
          "Leads bleiben, bis jemand sie löscht.",
          "Les prospects restent jusqu'à ce que quelqu'un les supprime.",
          "Los leads se quedan hasta que alguien los elimina.",
        )
      : say(
          `Leads without activity for ${counted(days, "day")} are removed, except approved ones.`,
          `Leads ohne Aktivität werden nach ${days} Tagen entfernt, außer genehmigten.`,
          `Les prospects sans activité depuis ${days} jours sont supprimés, sauf les approuvés.`,
          `Los leads sin actividad durante ${days} días se eliminan, salvo los aprobados.`,
        );
  const next =
    ahead === null
      ? ""
      : say(
          `${ahead.count} will be removed next, the first ${momentWords(ahead.on, now)}.`,
          `Als Nächstes: ${ahead.count}, der erste ${momentWords(ahead.on, now, language)}.`,
          `Prochainement : ${ahead.count}, le premier ${momentWords(ahead.on, now, language)}.`,
          `Próximamente: ${ahead.count}, el primero ${momentWords(ahead.on, now, language)}.`,
        );
  return fromData(
    sentences(
      kept,
      next,
      say(
        "Change the days under Configuration, Lead limits.",
        "Die Tage stehen unter Configuration, Lead limits.",
        "Le délai se règle dans Configuration, Lead limits.",
        "Los días se cambian en Configuration, Lead limits.",
      ),
    ),
    [{ label: "Lead limits", href: "/configuration#lead-limits" }],
  );
};

/** "What does qualified mean?", with the current threshold. */
export const statuses: Answering = async ({ workspace, say }) => {
  const { qualificationThreshold: least } = await readSettings(workspace);
  return fromData(
    say(
      `Qualified: the score reaches the threshold, now ${least}, and nobody has decided yet. Pending: below it. Approved and rejected: a person decided, whatever the score; rules don't change that.`,
      `Qualified: Die Punktzahl erreicht den Schwellenwert, derzeit ${least}, und noch niemand hat entschieden. Pending: darunter. Approved und rejected: Eine Person hat entschieden, unabhängig von der Punktzahl.`,
      `Qualified : le score atteint le seuil, actuellement ${least}, et personne n'a encore décidé. Pending : en dessous. Approved et rejected : une personne a décidé, quel que soit le score.`,
      `Qualified: la puntuación alcanza el umbral, ahora ${least}, y nadie ha decidido aún. Pending: por debajo. Approved y rejected: lo decidió una persona, sea cual sea la puntuación.`,
    ),
    [{ label: "Configuration", href: "/configuration" }],
  );
};
