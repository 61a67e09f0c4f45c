import type { ChatAction } from "#shared/contract/chat.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, offered, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { checkMailbox } from "#server/assistant/offers/check-mailbox.ts";
import { reports } from "#server/assistant/answers/reports.ts";
import { similar } from "#server/assistant/answers/rules.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { whatIf } from "#server/assistant/answers/what-if.ts";
import { plainWord, wordsOf } from "#server/assistant/understanding/words.ts";
import { listed } from "#server/assistant/words/moment.ts";
import { quoted, type Texts } from "#server/assistant/words/say.ts";
import { versionOf } from "#server/features/journal/act.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";

const { min, max } = LIMITS.qualificationThreshold;
const MOST_BUTTONS = 3;
const PAGE = /\bhttps?:\/\/\S+|\b(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?/iu;
const CONFIGURATION = { label: "Configuration", href: "/configuration" };
const EMAIL_SETTINGS = { label: "Email Settings", href: "/email-settings" };

/** "Lower the threshold to 25": its effect, and a button. */
export const offerThreshold: Answering = async (asking) => {
  const { who: _who, ...meaning } = asking.meaning;
  const { text } = meaning.wording;
  const number = (text.match(/\b\d{1,3}\b/gu) ?? meaning.before?.wording.text.match(/\b\d{1,3}\b/gu))?.at(-1);
  const isBy = /\bby \d/u.test(text);
  const wording = isBy || number === undefined ? meaning.wording : wordsOf(`set the threshold to ${number}`);
  const effect = await whatIf({ ...asking, meaning: { ...meaning, wording } });
  const threshold = Number(number);
  if (effect === null || Number.isNaN(threshold) || threshold < min || threshold > max || isBy) return effect;
  const label = asking.say(
    `Set the threshold to ${threshold}`,
    `Schwellenwert auf ${threshold} setzen`,
    `Fixer le seuil à ${threshold}`,
    `Fijar el umbral en ${threshold}`,
  );
  const { reply, actions, links } = offered(
    asking,
    effect.reply,
    { kind: "settings", label, change: { qualificationThreshold: threshold } },
    [CONFIGURATION],
  );
  return { ...effect, reply, links: [...effect.links, ...links].slice(0, 4), ...(actions && { actions }) };
};

const OFF = /\b(?:do not|no longer|turn off|off|disable|deactivate|stop|pause|delete|remove)\b/u;

const FREQUENCIES = [
  [
    "daily",
    /\b(?:daily|every ?day|each day|taglich|jeden tag|chaque jour|tous les jours|quotidien\w*|diari\w+|cada dia|todos los dias)\b/u,
  ],
  ["monthly", /\b(?:monthly|(?:every|each|per) month|monatlich|mensuel\w*|chaque mois|mensual\w*|cada mes)\b/u],
  [
    "weekly",
    /\b(?:weekly|(?:every|each|per) (?:week|monday)|mondays|wochentlich|hebdomadaire|chaque (?:semaine|lundi)|semanal\w*|cada (?:semana|lunes))\b/u,
  ],
] as const;
const WHEN: Readonly<Record<(typeof FREQUENCIES)[number][0], Texts>> = {
  daily: ["daily", "täglich", "chaque jour", "cada día"],
  weekly: ["weekly, on Monday", "wöchentlich am Montag", "chaque lundi", "cada lunes"],
  monthly: ["monthly, on the first", "monatlich am Ersten", "le premier du mois", "el primero de mes"],
};
const WEEKDAY = /\b(?:tues|wednes|thurs|fri|satur|sun)days?\b/u;

/** "At 7", "8am", "18 Uhr" */
function hourIn(text: string): number | undefined {
  const [, bare, said, half = ""] =
    /\b(?:at|um|a|a las|to|auf) (\d{1,2})(?::00)?(?! ?(?:am|pm))\b|\b(\d{1,2})(?::00)? ?(am|pm|uhr|h|o'clock)\b/u.exec(
      text,
    ) ?? [];
  const hour = Number(bare ?? said);
  if (Number.isNaN(hour) || hour > 23) return undefined;
  return half === "pm" && hour < 12 ? hour + 12 : half === "am" && hour === 12 ? 0 : hour;
}

/** "Send the report", "add Priya to it", "send it daily", "at 7" */
export const offerReport: Answering = async (asking) => {
  const { workspace, store, meaning, language, say } = asking;
  const settings = await activeEmailSettings(workspace);
  if (settings === null)
    return fromData(
      say(
        "Outgoing email isn't configured or is off, so the report can't be sent.",
        "Der Mailversand ist nicht eingerichtet oder aus.",
        "L'envoi de mails n'est pas configuré ou est désactivé.",
        "El envío de correo no está configurado o está apagado.",
      ),
      [EMAIL_SETTINGS],
    );
  const { text, question } = meaning.wording;
  const { id, recipientEmails } = settings;
  // A list replaces the stored one, which someone may change before the button is pressed.
  const version = versionOf("emailSettings", settings);
  const plain = plainWord(question);
  // "From daily to weekly"
  const said = `${plain} ${text}`.replaceAll(/\b(?:from|von|de) \S+ (?=(?:to|auf|a) )/gu, "");
  const change = (reply: string, label: string, action: { recipientEmails: string[]; version: string }) =>
    offered(asking, reply, { kind: "email_settings", label, id, change: action }, [EMAIL_SETTINGS]);
  const people = [
    ...(question.match(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\p{L}/gu) ?? []),
    ...accountsNamed(await store.accounts.list(), question).map(({ username }) => username),
  ].filter((one) => one.includes("@"));
  const [person] = people;
  const isLess = /\b(?:remove|delete|take|stop)\b/u.test(text);
  if (person !== undefined) {
    const others = recipientEmails.filter((one) => one.toLowerCase() !== person.toLowerCase());
    if (isLess && others.length > 0 && others.length < recipientEmails.length)
      return change(
        say(
          `The report will go to ${listed(others)}.`,
          `Der Bericht geht dann an ${listed(others, language)}.`,
          `Le rapport ira à ${listed(others, language)}.`,
          `El informe irá a ${listed(others, language)}.`,
        ),
        say(`Remove ${person}`, `${person} entfernen`, `Retirer ${person}`, `Quitar ${person}`),
        { recipientEmails: others, version },
      );
    if (!isLess && others.length === recipientEmails.length) {
      const all = [...recipientEmails, person];
      return change(
        say(
          `Reports go to ${listed(recipientEmails)} now.`,
          `Berichte gehen derzeit an ${listed(recipientEmails, language)}.`,
          `Les rapports vont à ${listed(recipientEmails, language)}.`,
          `Los informes van ahora a ${listed(recipientEmails, language)}.`,
        ),
        say(`Add ${person}`, `${person} hinzufügen`, `Ajouter ${person}`, `Añadir a ${person}`),
        { recipientEmails: all, version },
      );
    }
    if (!isLess)
      return fromData(
        say(
          `${person} already gets the report.`,
          `${person} bekommt den Bericht schon.`,
          `${person} reçoit déjà le rapport.`,
          `${person} ya recibe el informe.`,
        ),
        [EMAIL_SETTINGS],
      );
  }
  const hour = hourIn(plain);
  // "Send me the weekly report right now"
  const frequency = /\b(?:now|immediately)\b/u.test(text)
    ? undefined
    : FREQUENCIES.find(([, words]) => words.test(said))?.[0];
  if (hour !== undefined || frequency !== undefined) {
    const day = frequency === undefined ? "" : say(...WHEN[frequency]);
    const at = hour === undefined ? "" : say(`at ${hour}:00`, `um ${hour}:00 Uhr`, `à ${hour}:00`, `a las ${hour}:00`);
    const label = (when: string): string =>
      say(`Send it ${when}`, `Senden: ${when}`, `Envoyer ${when}`, `Enviar ${when}`);
    const when = [day, at].filter(Boolean).join(" ");
    const actions: ChatAction[] = [
      ...(frequency === undefined
        ? []
        : [{ kind: "email_settings" as const, label: label(day), id, change: { reportFrequency: frequency } }]),
      ...(hour === undefined ? [] : [{ kind: "settings" as const, label: label(at), change: { reportHour: hour } }]),
    ];
    return offered(
      asking,
      say(
        `The report will go out ${when}.`,
        `Der Bericht kommt dann ${when}.`,
        `Le rapport arrive alors ${when}.`,
        `El informe llega entonces ${when}.`,
      ),
      actions,
      [EMAIL_SETTINGS],
    );
  }
  if (WEEKDAY.test(text) && !/\bsend\b.*\bnow\b/u.test(text))
    return fromData(
      say(
        "The report can go out every day, on Mondays or on the first of the month, but not on another weekday. Choose it, the hour and the time zone under Email Settings.",
        "Der Bericht kann täglich, montags oder am Ersten kommen, aber nicht an einem anderen Wochentag. Häufigkeit und Uhrzeit stehen unter Email Settings.",
        "Le rapport peut partir chaque jour, le lundi ou le premier du mois, mais pas un autre jour. La fréquence et l'heure se règlent dans Email Settings.",
        "El informe puede salir cada día, los lunes o el primero de mes, pero no otro día. La frecuencia y la hora se ajustan en Email Settings.",
      ),
      [EMAIL_SETTINGS],
    );
  if (/\b(?:stop|pause|suspend|hold|turn off|disable)\b/u.test(text))
    return offered(
      asking,
      say(
        "The report can't be paused alone: it stops while outgoing email is off, as do follow-ups and other emails. Or send it less often, such as monthly.",
        "Den Bericht allein kann man nicht anhalten: Er ruht, solange der Mailversand aus ist, ebenso wie Follow-ups und andere Mails. Oder senden Sie ihn seltener, etwa monatlich.",
        "Le rapport seul ne se suspend pas : il s'arrête tant que l'envoi de mails est désactivé, comme les relances et les autres mails. Ou envoyez-le moins souvent, par exemple chaque mois.",
        "El informe no se puede pausar solo: se detiene mientras el envío de correo está apagado, igual que los seguimientos y otros correos. O envíelo con menos frecuencia, por ejemplo cada mes.",
      ),
      [
        {
          kind: "email_settings",
          label: say(
            "Turn off outgoing email",
            "Mailversand ausschalten",
            "Désactiver l'envoi de mails",
            "Apagar el envío de correo",
          ),
          id,
          change: { isActive: false },
        },
        {
          kind: "email_settings",
          label: say("Send it monthly", "Monatlich senden", "Envoyer chaque mois", "Enviarlo cada mes"),
          id,
          change: { reportFrequency: "monthly" },
        },
      ],
      [EMAIL_SETTINGS],
    );
  if (/\b(?:change|set|move|turn|add|remove|delete|get)\b/u.test(text)) {
    const state = await reports(asking);
    return state === null
      ? null
      : {
          ...state,
          reply: `${state.reply} ${say("Change recipients, frequency and hour under Email Settings.", "Empfänger, Häufigkeit und Uhrzeit ändern Sie unter Email Settings.", "Destinataires, fréquence et heure se règlent dans Email Settings.", "Destinatarios, frecuencia y hora se cambian en Email Settings.")}`,
        };
  }
  const to = recipientEmails.join(", ");
  return withAction(
    asking,
    say(
      `The qualified leads report goes to ${to}. A sent email can't be undone.`,
      `Der Bericht geht an ${to}. Eine gesendete Mail lässt sich nicht zurückholen.`,
      `Le rapport part à ${to}. Un mail envoyé ne peut pas être annulé.`,
      `El informe se envía a ${to}. Un correo enviado no se puede deshacer.`,
    ),
    {
      kind: "report",
      label: say(
        "Preview and send the report",
        "Bericht ansehen und senden",
        "Voir et envoyer le rapport",
        "Ver y enviar el informe",
      ),
    },
    EMAIL_SETTINGS,
  );
};

/** "Sync the Sales contacts sheet", "pause the trade guild site": of the source named, or of all. */
export const offerSource: Answering = async (asking) => {
  const { store, meaning, language, say } = asking;
  const [sources, targets] = await Promise.all([store.dataSources.list(), store.scrapes.list()]);
  const { text, question } = meaning.wording;
  const said = `${text} ${question}`;
  const named = [
    ...sources.map((source) => ({
      ...source,
      place: "data_source" as const,
      link: { label: "Data Sources", href: "/data-sources" },
    })),
    ...targets.map((target) => ({
      ...target,
      place: "scrape_target" as const,
      link: { label: "Lead Scraper", href: "/lead-scraper" },
    })),
  ];
  const exact = named.filter(({ name }) => plainWord(said).includes(plainWord(name)));
  const one = exact.length === 1 ? exact[0] : (similar(named, said, ({ name }) => name) ?? ofKind(named, said));
  const url = PAGE.exec(question)?.[0];
  const isKnown = targets.some((target) => url !== undefined && target.url.includes(url.replace(/^https?:\/\//u, "")));
  const page = exact.length > 0 || isKnown ? undefined : url;
  if (page !== undefined)
    return fromData(
      say(
        `${page} isn't a scrape target yet. Add it under Lead Scraper with a name and its URL; Scrape Now then reads it.`,
        `${page} ist noch kein Ziel. Fügen Sie es im Lead Scraper mit Name und URL hinzu; Scrape Now liest es dann.`,
        `${page} n'est pas encore une cible. Ajoutez-la dans Lead Scraper avec un nom et son URL ; Scrape Now la lit ensuite.`,
        `${page} aún no es un sitio por leer. Añádalo en Lead Scraper con nombre y URL; Scrape Now lo lee después.`,
      ),
      [{ label: "Lead Scraper", href: "/lead-scraper" }],
    );
  const isOfMail = /\b(?:mailbox|inbox|gmail|e?mails?|messages)\b/u.test(text);
  if (isOfMail && one === undefined && !OFF.test(text)) return checkMailbox(asking);
  const isOff = OFF.test(text) || /\brid\b/u.test(text);
  if (isOff || /\b(?:resume|enable|activate)\b|\b(?:turn|switch)\b.* on\b/u.test(text)) {
    const labelOf = ({ name }: { name: string }): string => {
      const called = quoted(name, say);
      return isOff
        ? say(`Turn off ${called}`, `${called} ausschalten`, `Désactiver ${called}`, `Desactivar ${called}`)
        : say(`Turn on ${called}`, `${called} einschalten`, `Activer ${called}`, `Activar ${called}`);
    };
    if (one === undefined) {
      const isOfSite = /\b(?:scrap\w*|crawl\w*|web ?sites?|sites?|pages?)\b/u.test(said);
      const all = named.filter(({ place, isActive }) => isActive === isOff && (place === "scrape_target") === isOfSite);
      return all.length === 0 || all.length > MOST_BUTTONS
        ? null
        : offered(
            asking,
            say("Which one?", "Welche?", "Laquelle ?", "¿Cuál?"),
            all.map((each) => ({ kind: each.place, label: labelOf(each), id: each.id, change: { isActive: !isOff } })),
            [
              isOfSite
                ? { label: "Lead Scraper", href: "/lead-scraper" }
                : { label: "Data Sources", href: "/data-sources" },
            ],
          );
    }
    const name = quoted(one.name, say);
    const stay = say(
      `${name} is ${one.isActive ? "on" : "off"} now. Its leads stay either way.`,
      `${name} ist jetzt ${one.isActive ? "an" : "aus"}. Die Leads bleiben in jedem Fall.`,
      `${name} est ${one.isActive ? "active" : "désactivée"}. Ses prospects restent dans tous les cas.`,
      `${name} está ${one.isActive ? "activa" : "desactivada"}. Sus leads se quedan en todo caso.`,
    );
    return offered(asking, stay, { kind: one.place, label: labelOf(one), id: one.id, change: { isActive: !isOff } }, [
      one.link,
    ]);
  }
  // Which website a request means may be unclear; one button each.
  const isOfSites = one === undefined && /\b(?:scrap\w*|web ?sites?|sites?)\b/u.test(said);
  const sites = isOfSites ? targets.filter(({ isActive }) => isActive) : one?.place === "scrape_target" ? [one] : [];
  if (sites.length > 0 && sites.length <= MOST_BUTTONS) {
    const names = listed(
      sites.map(({ name }) => quoted(name, say)),
      language,
    );
    const reply = fromData(
      say(`Winnow reads ${names}.`, `Gelesen wird: ${names}.`, `Winnow lit ${names}.`, `Winnow lee ${names}.`),
      [{ label: "Lead Scraper", href: "/lead-scraper" }],
    );
    const actions = sites.map((site) => scrapeOf(site, say));
    return asking.may("scrape") ? { ...reply, actions } : reply;
  }
  const active = sources.filter(({ isActive }) => isActive);
  const link = { label: "Data Sources", href: "/data-sources" };
  if (active.length === 0)
    return fromData(
      say(
        "There's no active data source to sync.",
        "Es gibt keine aktive Datenquelle.",
        "Il n'y a aucune source de données active.",
        "No hay ninguna fuente de datos activa.",
      ),
      [link],
    );
  const isAll = /\b(?:all|every|everything)\b/u.test(text);
  const mail = isAll ? await checkMailbox(asking) : null;
  const pages = isAll ? targets.filter(({ isActive }) => isActive).slice(0, MOST_BUTTONS) : [];
  const names = listed(
    [...active, ...pages].map(({ name }) => quoted(name, say)),
    language,
  );
  const synced = withAction(
    asking,
    say(
      `A sync reads ${names} now.`,
      `Gelesen wird: ${names}.`,
      `La synchronisation lit ${names}.`,
      `La sincronización lee ${names}.`,
    ),
    {
      kind: "sync",
      label: say("Sync leads now", "Jetzt synchronisieren", "Synchroniser maintenant", "Sincronizar ahora"),
    },
    link,
  );
  return {
    ...synced,
    ...(synced.actions !== undefined && {
      actions: [...synced.actions, ...pages.map((target) => scrapeOf(target, say)), ...(mail?.actions ?? [])],
    }),
  };
};

const scrapeOf = ({ id, name }: { id: string; name: string }, say: Asking["say"]): ChatAction => ({
  kind: "scrape",
  id,
  label: say(`Scrape “${name}” now`, `„${name}“ jetzt lesen`, `Lire « ${name} » maintenant`, `Leer «${name}» ahora`),
});

/** The only source that is a sheet, if a request says "the sheet". */
function ofKind<T extends { place: string; type?: unknown }>(all: readonly T[], said: string): T | undefined {
  const wanted = /\bsheets?\b|\bgoogle\b/u.test(said)
    ? /sheet/u
    : /\b(?:api|json)\b/u.test(said)
      ? /json|api/u
      : /\bscrap\w+\b|\bwebsites?\b/u.test(said)
        ? /^scrape/u
        : null;
  const found = wanted === null ? [] : all.filter(({ place, type }) => wanted.test(place) || wanted.test(String(type)));
  return found.length === 1 ? found[0] : undefined;
}

function withAction(
  asking: Asking,
  reply: string,
  action: ChatAction,
  link: { label: string; href: string },
): ReturnType<typeof fromData> {
  return asking.may(action.kind) ? { ...fromData(reply, [link]), actions: [action] } : fromData(reply, [link]);
}
