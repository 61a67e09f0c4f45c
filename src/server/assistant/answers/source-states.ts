import type { ScrapeFrequency } from "#shared/contract/scrape-target.ts";
import { leadTitle } from "#shared/lead-title.ts";
import {
  cardOf,
  fromData,
  leadLink,
  offered,
  sentences,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { similar } from "#server/assistant/answers/rules.ts";
import { allOf } from "#server/assistant/answers/select-leads.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { isInSpan } from "#server/assistant/understanding/time-span.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { statusIn } from "#server/assistant/words/lead-words.ts";
import { everyWords, listed, momentWords } from "#server/assistant/words/moment.ts";
import { quoted, type Texts } from "#server/assistant/words/say.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { digestOf } from "#server/features/digests/digest-settings.ts";
import { readMailbox } from "#server/features/mailbox/mailbox.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import { listSchedules } from "#server/jobs/schedules/schedules.ts";
import { acting } from "#server/platform/acting.ts";

const READ = 200;
const SHOWN = 6;
const EMAILS = { label: "Email Processing", href: "/gmail?tab=emails" };
const REVIEW = { label: "Needs review", href: "/gmail?tab=emails&show=review" };
type Email = Awaited<ReturnType<Asking["store"]["mailbox"]["emails"]>>[number];

const emailWords = ({ subject, from, date }: Email, { now, language, say }: Asking): string =>
  `• ${quoted(subject, say)}, ${from}, ${momentWords(date, now, language)}`;

/** "Which emails wait for a decision?" */
export const waitingEmails: Answering = async (asking) => {
  const { say } = asking;
  const found = await asking.store.mailbox.emails(READ, undefined, "review");
  if (found.length === 0)
    return fromData(
      say(
        "No emails need a review.",
        "Keine Mail wartet auf eine Entscheidung.",
        "Aucun e-mail n'attend de décision.",
        "Ningún correo espera una decisión.",
      ),
      [REVIEW],
    );
  const n = found.length;
  return fromData(
    [
      say(
        `${n} ${n === 1 ? "email needs" : "emails need"} a review, under Gmail Integration, Emails:`,
        `${n} ${n === 1 ? "Mail wartet" : "Mails warten"} auf eine Entscheidung, unter Gmail Integration, Emails:`,
        `${n} ${n === 1 ? "e-mail attend" : "e-mails attendent"} une décision, dans Gmail Integration, Emails :`,
        `${n} ${n === 1 ? "correo espera" : "correos esperan"} una decisión, en Gmail Integration, Emails:`,
      ),
      ...found.slice(0, SHOWN).map((email) => emailWords(email, asking)),
    ],
    [REVIEW],
  );
};

const SHORTEST = 5;

/** Emails whose sender or subject has the unusual words of a question, for what is no lead; null without one. */
export const emailsLike: Answering = async (asking) => {
  const { meaning, say } = asking;
  const team = new Set(
    (await asking.store.accounts.list()).map(({ username }) => plainWord(username.split("@")[0] ?? "")),
  );
  const words = plainWord(meaning.wording.question)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST && !isAnyQuestionWord(word) && !team.has(word));
  if (words.length === 0) return null;
  const found = (await asking.store.mailbox.emails(READ)).filter(
    ({ from, leadId }) => leadId === null && words.some((word) => plainWord(from).includes(word)),
  );
  if (found.length === 0) return null;
  return fromData(
    found.slice(0, SHOWN).flatMap((email) => {
      const { verdict, reason, leadName } = email;
      const became =
        verdict === "lead"
          ? say(
              `it became the lead ${leadName}`,
              `daraus wurde der Lead ${leadName}`,
              `il est devenu le prospect ${leadName}`,
              `se convirtió en el lead ${leadName}`,
            )
          : verdict === "review"
            ? say(
                "it waits for your decision",
                "sie wartet auf Ihre Entscheidung",
                "il attend votre décision",
                "espera su decisión",
              )
            : say("it isn't a lead", "sie ist kein Lead", "ce n'est pas un prospect", "no es un lead");
      return [`${emailWords(email, asking)}: ${became}${reason === "" ? "" : ` (${reason})`}`];
    }),
    [EMAILS],
  );
};

/** "Is the mailbox connected?", "no new leads from the mailbox since Sunday" */
export const mailboxState: Answering = async (asking) => {
  const { workspace, store, now, language, say } = asking;
  const { email, isConfigured, health, rules, syncInterval } = await readMailbox(workspace);
  const link = { label: "Gmail Integration", href: "/gmail" };
  if (!isConfigured)
    return fromData(
      say(
        "No mailbox is set up. Connect one under Gmail Integration.",
        "Es ist kein Postfach verbunden. Verbinden Sie eines unter Gmail Integration.",
        "Aucune messagerie n'est connectée. Connectez-en une dans Gmail Integration.",
        "No hay ningún buzón conectado. Conéctelo en Gmail Integration.",
      ),
      [link],
    );
  const { state, lastSync, nextSync, processedToday, message } = health;
  const isWell = state === "active";
  const newest = (await allOf(store, { source: "email" })).at(0);
  const reviews = await store.mailbox.count("review");
  const read = lastSync === null ? say("never", "noch nie", "jamais", "nunca") : momentWords(lastSync, now, language);
  return fromData(
    sentences(
      isWell
        ? say(
            `The mailbox ${email} works; it was last read ${read}.`,
            `Das Postfach ${email} funktioniert; zuletzt gelesen ${read}.`,
            `La messagerie ${email} fonctionne ; dernière lecture ${read}.`,
            `El buzón ${email} funciona; última lectura ${read}.`,
          )
        : say(
            `The mailbox ${email} isn't working: ${message} It was last read ${read}.`,
            `Das Postfach ${email} funktioniert nicht: ${message} Zuletzt gelesen ${read}.`,
            `La messagerie ${email} ne fonctionne pas : ${message} Dernière lecture ${read}.`,
            `El buzón ${email} no funciona: ${message} Última lectura ${read}.`,
          ),
      nextSync === null
        ? ""
        : say(
            `Next: ${momentWords(nextSync, now, language)}, ${everyWords(syncInterval)}.`,
            `Nächstes Mal: ${momentWords(nextSync, now, language)}.`,
            `Prochaine fois : ${momentWords(nextSync, now, language)}.`,
            `Próxima: ${momentWords(nextSync, now, language)}.`,
          ),
      newest === undefined
        ? ""
        : say(
            `The newest lead from an email is ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
            `Der neueste Lead aus einer Mail ist ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
            `Le dernier prospect venu d'un e-mail est ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
            `El último lead de un correo es ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
          ),
      say(
        `${processedToday} emails were read today; ${reviews.count} wait for a decision. An email becomes a lead at ${rules.minimumConfidence}% confidence or more.`,
        `Heute gelesen: ${processedToday} Mails; ${reviews.count} warten auf eine Entscheidung.`,
        `${processedToday} e-mails lus aujourd'hui ; ${reviews.count} attendent une décision.`,
        `${processedToday} correos leídos hoy; ${reviews.count} esperan una decisión.`,
      ),
    ),
    [link, REVIEW, ...(newest === undefined ? [] : [leadLink(newest.id, leadTitle(newest))])],
  );
};

const FREQUENCIES: Readonly<Record<ScrapeFrequency, Texts>> = {
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
          `It has brought ${leads.length} leads: ${listed(counts)}.`,
          `Bisher ${leads.length} Leads: ${listed(counts, language)}.`,
          `${leads.length} prospects au total : ${listed(counts, language)}.`,
          `${leads.length} leads en total: ${listed(counts, language)}.`,
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

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

/** "Has Ruben answered?": what was asked of a lead, when, and whether an answer came. */
export const followUpOfLead: Answering = aboutLead(async (lead, { store, now, language, say }) => {
  const snapshot = await store.followUps.snapshot(lead.id);
  const link = leadLink(lead.id, lead.name);
  const sent = snapshot?.messages.filter(({ state }) => state === "sent" || state === "unknown").at(-1);
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

/** "Which follow-ups went out in November, and did anyone answer?" */
export const followUpsSent: Answering = async (asking) => {
  const { store, meaning, now, language, say } = asking;
  const { span } = meaning.leads;
  const rows = (await allOf(store, {})).filter(({ lastFollowUp }) => lastFollowUp !== null);
  const found = (
    await Promise.all(
      rows.map(async (row) => {
        const snapshot = await store.followUps.snapshot(row.id);
        const sent = snapshot?.messages.filter(({ startedAt }) => span === null || isInSpan(startedAt, span)).at(-1);
        const answer = snapshot?.questions.find(({ respondedAt }) => respondedAt !== null)?.respondedAt ?? null;
        return sent === undefined ? [] : [{ row, at: sent.startedAt, answer }];
      }),
    )
  )
    .flat()
    .toSorted((one, other) => other.at.localeCompare(one.at));
  if (found.length === 0)
    return fromData(
      say(
        "No follow-up went out in that time.",
        "In dieser Zeit ging keine Nachfrage hinaus.",
        "Aucune relance n'est partie pendant ce temps.",
        "En ese tiempo no salió ninguna consulta.",
      ),
    );
  const answers = found.filter(({ answer }) => answer !== null).length;
  return {
    ...fromData(
      [
        say(
          `${found.length} follow-ups went out, ${answers} answered:`,
          `${found.length} Nachfragen gingen hinaus, ${answers} beantwortet:`,
          `${found.length} relances envoyées, ${answers} avec réponse :`,
          `Salieron ${found.length} consultas, ${answers} con respuesta:`,
        ),
        ...found.map(
          ({ row, at, answer }) =>
            `• ${leadTitle(row)}, ${momentWords(at, now, language)}${answer === null ? say(", no answer", ", keine Antwort", ", sans réponse", ", sin respuesta") : say(`, answered ${momentWords(answer, now)}`, `, Antwort ${momentWords(answer, now, language)}`, `, réponse ${momentWords(answer, now, language)}`, `, respondió ${momentWords(answer, now, language)}`)}`,
        ),
      ],
      found.slice(0, SHOWN).map(({ row }) => leadLink(row.id, leadTitle(row))),
    ),
    leads: found.slice(0, SHOWN).map(({ row }) => cardOf(row)),
  };
};

/** Which emails a person gets, and whether they went out; the bell for everything else. */
export const notificationState: Answering = async (asking) => {
  const { store, workspace, now, language, say } = asking;
  const { userId } = acting();
  const account = userId === null ? null : await store.accounts.get(userId);
  const [digest, mail, digests, settings] = await Promise.all([
    account === null ? null : digestOf(workspace, account),
    activeEmailSettings(workspace),
    store.reports.digestsSince(new Date(now.getTime() - 7 * 24 * 3_600_000).toISOString()),
    readSettings(workspace),
  ]);
  const own = digests
    .filter(({ accountId }) => accountId === userId)
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  const [last] = own;
  const isOfSources = /\b(?:sources?|quellen?|fuentes?|sync\w*)\b/u.test(plainWord(`${meaning(asking)}`));
  const server =
    mail === null
      ? say(
          "Outgoing email is off, so nothing is sent.",
          "Der E-Mail-Versand ist aus.",
          "L'envoi d'e-mails est désactivé.",
          "El envío de correo está apagado.",
        )
      : mail.failingSince === null
        ? say(
            "The mail server works.",
            "Der Mailserver funktioniert.",
            "Le serveur de messagerie fonctionne.",
            "El servidor de correo funciona.",
          )
        : say(
            `The mail server fails: ${mail.lastError}`,
            `Der Mailserver meldet einen Fehler: ${mail.lastError}`,
            `Le serveur est en erreur : ${mail.lastError}`,
            `El servidor falla: ${mail.lastError}`,
          );
  const state =
    digest === null
      ? ""
      : digest.isOn && digest.blocker === null
        ? say(
            `Your daily email (new, assigned and due leads) is on at ${digest.hour}:00.`,
            `Ihre tägliche Mail (neue, zugewiesene und fällige Leads) ist an, um ${digest.hour}:00 Uhr.`,
            `Votre e-mail quotidien (prospects nouveaux, attribués, dus) est activé à ${digest.hour}:00.`,
            `Su correo diario (leads nuevos, asignados y pendientes) está activo a las ${digest.hour}:00.`,
          )
        : digest.isOn
          ? say(
              `Your daily email isn't sent: ${digest.blocker}`,
              `Ihre tägliche Mail wird nicht gesendet: ${digest.blocker}`,
              `Votre e-mail quotidien n'est pas envoyé : ${digest.blocker}`,
              `Su correo diario no se envía: ${digest.blocker}`,
            )
          : say(
              "Your daily email is off.",
              "Ihre tägliche Mail ist aus.",
              "Votre e-mail quotidien est désactivé.",
              "Su correo diario está apagado.",
            );
  const sent =
    last === undefined
      ? ""
      : say(
          `The last one went out ${momentWords(last.startedAt, now)}.`,
          `Die letzte ging ${momentWords(last.startedAt, now, language)} hinaus.`,
          `Le dernier est parti ${momentWords(last.startedAt, now, language)}.`,
          `El último salió ${momentWords(last.startedAt, now, language)}.`,
        );
  const ofSources = isOfSources
    ? say(
        `No email is sent when a source fails; the bell reports it (now ${settings.notifySourceFailures ? "on" : "off"}), which you turn off under Configuration, Notifications.`,
        `Bei Fehlern von Quellen geht keine Mail hinaus, nur die Glocke meldet sie (jetzt ${settings.notifySourceFailures ? "an" : "aus"}); abschalten unter Configuration, Notifications.`,
        `Aucun e-mail n'est envoyé quand une source échoue ; la cloche le signale (${settings.notifySourceFailures ? "activée" : "désactivée"}), à régler dans Configuration, Notifications.`,
        `Cuando falla una fuente no se envía ningún correo; lo avisa la campana (ahora ${settings.notifySourceFailures ? "activa" : "apagada"}), que se cambia en Configuration, Notifications.`,
      )
    : "";
  const where = say(
    "Each person chooses the daily email and mentions under Account; what the bell shows is under Configuration, Notifications.",
    "Tägliche Mail und Erwähnungen stellt jede Person unter Account ein; was die Glocke zeigt, steht unter Configuration, Notifications.",
    "L'e-mail quotidien et les mentions se règlent dans Account ; ce que montre la cloche, dans Configuration, Notifications.",
    "El correo diario y las menciones se ajustan en Account; lo que muestra la campana, en Configuration, Notifications.",
  );
  const reply = sentences(ofSources, state, sent, server, where);
  const links = [
    { label: "Account", href: "/account" },
    { label: "Notifications", href: "/configuration#notifications" },
    { label: "Email Settings", href: "/email-settings" },
  ];
  const turnsOff = isOfSources && settings.notifySourceFailures && asking.may("settings");
  return turnsOff
    ? {
        ...fromData(reply, links),
        actions: [
          {
            kind: "settings",
            label: say(
              "Turn off source failures",
              "Fehler von Quellen nicht melden",
              "Ne plus signaler les sources",
              "No avisar de fuentes",
            ),
            change: { notifySourceFailures: false },
          },
        ],
      }
    : fromData(reply, links);
};

const meaning = ({ meaning: { wording } }: Asking): string => `${wording.text} ${wording.question}`;

/** "Is there a backup?", "where do they go, and how do I restore one?" */
export const backupState: Answering = async ({ workspace, now, language, say, may }) => {
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
  const folder = may("settings") ? ` (${workspace.backupDir})` : "";
  return fromData(
    sentences(
      last,
      next,
      say(
        `Backups are files on the server${folder}; copy them to another machine, apart from the key file. To restore one, run npm run restore -- FILE on the server.`,
        `Sicherungen sind Dateien auf dem Server${folder}; kopieren Sie sie auf einen anderen Rechner, getrennt von der Schlüsseldatei. Zum Wiederherstellen: npm run restore -- DATEI auf dem Server.`,
        `Ce sont des fichiers sur le serveur${folder} ; copiez-les sur une autre machine, sans le fichier de clé. Pour restaurer : npm run restore -- FICHIER sur le serveur.`,
        `Son archivos en el servidor${folder}; cópielos a otra máquina, aparte del archivo de clave. Para restaurar: npm run restore -- ARCHIVO en el servidor.`,
      ),
    ),
    [
      { label: "Schedules & Jobs", href: "/jobs" },
      { label: "Backup", href: "/configuration#backup" },
    ],
  );
};

/** Whether the mail server works. */
export const mailServer: Answering = async ({ workspace, now, language, say }) => {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) return null;
  const { smtpHost, lastSuccess, failingSince, lastError } = settings;
  const last =
    lastSuccess === null ? say("never", "noch nie", "jamais", "nunca") : momentWords(lastSuccess, now, language);
  return fromData(
    failingSince === null
      ? say(
          `${smtpHost} last accepted a connection ${last}.`,
          `${smtpHost} nahm zuletzt ${last} eine Verbindung an.`,
          `${smtpHost} a accepté une connexion ${last}.`,
          `${smtpHost} aceptó una conexión ${last}.`,
        )
      : say(
          `${smtpHost} is failing: ${lastError}`,
          `${smtpHost} meldet einen Fehler: ${lastError}`,
          `${smtpHost} est en erreur : ${lastError}`,
          `${smtpHost} falla: ${lastError}`,
        ),
  );
};
