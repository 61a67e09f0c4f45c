import { everyWords } from "#shared/durations.ts";
import { counted } from "#shared/counted.ts";
import { leadTitle } from "#shared/lead-title.ts";
import {
  fromData,
  leadLink,
  offered,
  sentences,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { placeOf } from "#server/assistant/answers/lead-facts.ts";
import { allOf } from "#server/assistant/answers/select-leads.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { momentWords } from "#server/assistant/words/moment.ts";
import { quoted } from "#server/assistant/words/say.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { digestOf } from "#server/features/digests/digest-settings.ts";
import { readMailbox } from "#server/features/mailbox/mailbox.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
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
        "Aucun mail n'attend de décision.",
        "Ningún correo espera una decisión.",
      ),
      [REVIEW],
    );
  const n = found.length;
  return fromData(
    [
      say(
        `${n} ${n === 1 ? "email needs" : "emails need"} a review, under Gmail Integration, Email Processing:`,
        `${n} ${n === 1 ? "Mail wartet" : "Mails warten"} auf eine Entscheidung, unter Gmail Integration, Email Processing:`,
        `${n} ${n === 1 ? "mail attend" : "mails attendent"} une décision, dans Gmail Integration, Email Processing :`,
        `${n} ${n === 1 ? "correo espera" : "correos esperan"} una decisión, en Gmail Integration, Email Processing:`,
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
  const words = meaning.wording.question
    .split(/[^\p{L}\p{N}]+/u)
    // A shorter one is only a name if it's capitalized.
    .filter((said) => said.length >= (/^\p{Lu}\p{Ll}/u.test(said) ? SHORTEST - 1 : SHORTEST))
    .map(plainWord)
    .filter((word) => !isAnyQuestionWord(word) && !team.has(word));
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
            `Le dernier prospect venu d'un mail est ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
            `El último lead de un correo es ${leadTitle(newest)}, ${momentWords(newest.createdAt, now, language)}.`,
          ),
      say(
        `${counted(processedToday, "email")} ${processedToday === 1 ? "was" : "were"} read today; ${reviews.count} ${reviews.count === 1 ? "waits" : "wait"} for a decision. An email becomes a lead at ${rules.minimumConfidence}% confidence or more.`,
        `Heute gelesene Mails: ${processedToday}; noch zu entscheiden: ${reviews.count}.`,
        `Mails lus aujourd'hui : ${processedToday} ; à décider : ${reviews.count}.`,
        `Correos leídos hoy: ${processedToday}; por decidir: ${reviews.count}.`,
      ),
    ),
    [link, REVIEW, ...(newest === undefined ? [] : [leadLink(newest.id, leadTitle(newest))])],
  );
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
  const isOfSources = /\b(?:sources?|quellen?|fuentes?|sync\w*)\b/u.test(
    plainWord(`${asking.meaning.wording.text} ${asking.meaning.wording.question}`),
  );
  const server =
    mail === null
      ? say(
          "Outgoing email is off, so nothing is sent.",
          "Der Mailversand ist aus.",
          "L'envoi de mails est désactivé.",
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
            `Votre mail quotidien (prospects nouveaux, attribués, dus) est activé à ${digest.hour}:00.`,
            `Su correo diario (leads nuevos, asignados y pendientes) está activo a las ${digest.hour}:00.`,
          )
        : digest.isOn
          ? say(
              `Your daily email isn't sent: ${digest.blocker}`,
              `Ihre tägliche Mail wird nicht gesendet: ${digest.blocker}`,
              `Votre mail quotidien n'est pas envoyé : ${digest.blocker}`,
              `Su correo diario no se envía: ${digest.blocker}`,
            )
          : say(
              "Your daily email is off.",
              "Ihre tägliche Mail ist aus.",
              "Votre mail quotidien est désactivé.",
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
        `Aucun mail n'est envoyé quand une source échoue ; la cloche le signale (${settings.notifySourceFailures ? "activée" : "désactivée"}), à régler dans Configuration, Notifications.`,
        `Cuando falla una fuente no se envía ningún correo; lo avisa la campana (ahora ${settings.notifySourceFailures ? "activa" : "apagada"}), que se cambia en Configuration, Notifications.`,
      )
    : "";
  const where = say(
    "Each person chooses the daily email and mentions under Account; what the bell shows is under Configuration, Notifications.",
    "Tägliche Mail und Erwähnungen stellt jede Person unter Account ein; was die Glocke zeigt, steht unter Configuration, Notifications.",
    "Le mail quotidien et les mentions se règlent dans Account ; ce que montre la cloche, dans Configuration, Notifications.",
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

/** Keeping mail from becoming leads: by a word, with a button, or by what Winnow learns from a correction. */
export const blockSender: Answering = async (asking) => {
  const { store, workspace, meaning, say } = asking;
  const { question } = meaning.wording;
  const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\p{L}/u.exec(`${question} ${asking.earlier}`)?.[0];
  const word = /["“„«]\s*([^"”“»]+?)\s*["”“»]/u.exec(question)?.[1];
  const { exclusionKeywords } = await readSettings(workspace);
  const how = say(
    "Under Gmail Integration, Automation Rules, an email whose subject or text has an exclusion keyword never becomes a lead, starting with the next email. Leads that are already here stay; reject or delete them in the list. A single sender can't be blocked: mark its emails as not a lead under Email Processing, and Winnow classifies similar ones the same way.",
    "Unter Gmail Integration, Automation Rules: Eine Mail mit einem Ausschlusswort in Betreff oder Text wird nie ein Lead, ab der nächsten Mail. Vorhandene Leads bleiben. Einzelne Absender lassen sich nicht sperren: Markieren Sie ihre Mails unter Email Processing als „not a lead“, dann stuft Winnow ähnliche genauso ein.",
    "Dans Gmail Integration, Automation Rules : un mail dont l'objet ou le texte contient un mot d'exclusion ne devient jamais un prospect. Les prospects existants restent. Un expéditeur ne peut pas être bloqué : marquez ses mails « not a lead » dans Email Processing.",
    "En Gmail Integration, Automation Rules: un correo con una palabra de exclusión en el asunto o el texto nunca se convierte en lead. Los leads existentes se quedan. No se puede bloquear un remitente: marque sus correos como «not a lead» en Email Processing.",
  );
  const links = [
    { label: "Automation Rules", href: "/gmail?tab=rules" },
    { label: "Email Processing", href: "/gmail?tab=emails" },
  ];
  const found = address === undefined ? null : await findLead(store, address);
  const lead = found?.kind === "one" ? found.lead : null;
  const from = lead === null ? "" : (placeOf(lead) ?? lead.source);
  const origin =
    lead === null || lead.source === "email"
      ? ""
      : `${say(`The lead with that address, ${lead.name}, didn't come from an email but from ${from}.`, `Der Lead mit dieser Adresse, ${lead.name}, kam nicht aus einer Mail, sondern aus ${from}.`, `Le prospect de cette adresse, ${lead.name}, ne vient pas d'un mail mais de ${from}.`, `El lead con esa dirección, ${lead.name}, no vino de un correo sino de ${from}.`)} `;
  const ofLead = lead === null ? [] : [{ label: lead.name, href: `/leads/${lead.id}` }];
  if (word === undefined || exclusionKeywords.includes(word)) return fromData(`${origin}${how}`, [...links, ...ofLead]);
  return offered(
    asking,
    `${origin}${how}`,
    {
      kind: "settings",
      label: say(
        `Exclude emails with “${word}”`,
        `Mails mit „${word}“ ausschließen`,
        `Exclure les mails avec « ${word} »`,
        `Excluir correos con «${word}»`,
      ),
      change: { exclusionKeywords: [...exclusionKeywords, word] },
    },
    [...links, ...ofLead],
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
