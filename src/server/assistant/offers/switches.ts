import type { SettingsUpdate } from "#shared/contract/settings.ts";
import { offered, type Answering } from "#server/assistant/answers/answer.ts";
import type { Texts } from "#server/assistant/words/say.ts";

/** Settings that are on or off: the key, its name on screen, the words for it, and what it does in each language. */
const SWITCHES = String.raw`
membersSeeOwnLeads | Lead access | members?\b.*\b(?:own|their)|lead access|only (?:see |handle )?(?:their|her|his) own|only the leads that are | members and viewers see only their own and unassigned leads | Member und Viewer sehen nur eigene und freie Leads | les membres ne voient que leurs prospects et ceux sans responsable | los miembros solo ven sus leads y los que no tienen responsable
notifyMailboxFailures | Mailbox failures | mailbox\w*\b.*\b(?:fail\w*|errors?|notif\w*)|notif\w*\b.*\bmailbox\w* | the bell reports failing mailboxes | die Glocke meldet Fehler von Postfächern | la cloche signale les messageries en erreur | la campana avisa de buzones con errores
notifySourceFailures | Failing sources | (?:source|sync)\w*\b.*\b(?:fail\w*|errors?)|fail\w* .*\bsources? | the bell reports failing sources | die Glocke meldet Fehler von Quellen | la cloche signale les sources en erreur | la campana avisa de fuentes con errores
notifyReportFailures | Email failures | (?:e?mail|report)s?\b.*\b(?:fail\w*|errors?) | the bell reports failed emails and reports | die Glocke meldet Mails und Berichte, die nicht ankommen | la cloche signale les mails et rapports non envoyés | la campana avisa de correos e informes fallidos
notifyNextSteps | Next steps | notif\w*\b.*\b(?:next steps?|follow ups?|due|reminders?)|(?:next steps?|reminders?)\b.*\bnotif\w* | the bell reports due next steps | die Glocke meldet fällige nächste Schritte | la cloche signale les prochaines étapes dues | la campana avisa de los próximos pasos pendientes
notifyLeadsToReview | Leads and emails to review | notif\w*\b.*\b(?:leads?|review|qualified)|(?:leads?|review)\b.*\bnotif\w* | the bell reports leads to review | die Glocke meldet Leads zur Prüfung | la cloche signale les prospects à examiner | la campana avisa de los leads por revisar
autoSync | Auto-sync | auto ?sync\w*|automatic(?:ally)? sync\w*|sync\w* automati\w* | active data sources are synced automatically | aktive Datenquellen werden automatisch gelesen | les sources actives sont lues automatiquement | las fuentes activas se leen automáticamente
backupOn | Nightly backup | (?:nightly )?backups? | a backup is made every night | jede Nacht wird gesichert | une sauvegarde est faite chaque nuit | cada noche se hace una copia
followUpAutomatic | Automatic follow-ups | follow ?ups?\b.*\bautomatic\w*|automatic\w* follow ?ups? | follow-ups are sent without approval | Nachfragen gehen ohne Freigabe hinaus | les relances partent sans validation | las consultas salen sin aprobación
companyFactsOn | Company facts | company (?:facts?|data|info\w*)|firmendaten|firmenangaben|infos? (?:sur les )?entreprises?|datos de (?:la |las )?(?:company|empresas?) | the websites of leads' companies are read for facts | die Websites der Firmen werden nach Angaben gelesen | les sites des entreprises sont lus pour des informations | se leen los sitios de las empresas en busca de datos
useLanguageModel | Language model | (?:language|ai) model|sprachmodell|modele de langage|modelo de lenguaje | unclear messages also go to the language model | unklare Nachrichten gehen auch an das Sprachmodell | les messages ambigus vont aussi au modèle de langage | los mensajes dudosos van también al modelo de lenguaje
`
  .trim()
  .split("\n")
  .map((row) => {
    // The words have their own bars, which no spaces surround.
    const [key = "", name = "", words = "", ...texts] = row.split(" | ");
    const [en = "", de = "", fr = "", es = ""] = texts;
    return {
      key: key as keyof SettingsUpdate,
      name,
      words: new RegExp(String.raw`\b(?:${words})\b`, "u"),
      texts: [en, de, fr, es] satisfies Texts,
    };
  });

const OFF = /\b(?:do not|no longer|turn off|off|disable|deactivate|stop|pause|delete|remove)\b/u;

/** "Turn off auto-sync"; null for anything that isn't a setting. */
export const offerSwitch: Answering = async (asking) => {
  const { meaning, say } = asking;
  const { text } = meaning.wording;
  const found = SWITCHES.find(({ words }) => words.test(text));
  if (found === undefined) return null;
  const { key, name, texts } = found;
  const isOn = !OFF.test(text);
  const what = say(...texts);
  return offered(
    asking,
    say(`While it's on, ${what}.`, `Eingeschaltet: ${what}.`, `Activé : ${what}.`, `Activado: ${what}.`),
    {
      kind: "settings",
      label: isOn
        ? say(`Turn on “${name}”`, `„${name}“ einschalten`, `Activer « ${name} »`, `Activar «${name}»`)
        : say(`Turn off “${name}”`, `„${name}“ ausschalten`, `Désactiver « ${name} »`, `Desactivar «${name}»`),
      change: { [key]: isOn },
    },
    [{ label: "Configuration", href: "/configuration" }],
  );
};
