import type { ChatReply } from "#shared/contract/chat.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import { fromData, offered, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { duplicatePair } from "#server/assistant/answers/duplicates.ts";
import { failing } from "#server/assistant/answers/failing.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { placeOf } from "#server/assistant/answers/lead-facts.ts";
import { reports } from "#server/assistant/answers/reports.ts";
import { rules, ruleMeant } from "#server/assistant/answers/rules.ts";
import { leadScore } from "#server/assistant/answers/lead-score.ts";
import { settings } from "#server/assistant/answers/settings.ts";
import * as Sources from "#server/assistant/answers/source-states.ts";
import * as Team from "#server/assistant/answers/team-states.ts";
import { plainWord, wordsOf } from "#server/assistant/understanding/words.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { acting } from "#server/platform/acting.ts";
import type { Texts } from "#server/assistant/words/say.ts";

interface Topic {
  /**
   * The words of a question about it, in groups of which each must match: "a|b c" is a or b, and c; "!d" not d, "e*"
   * any ending, "f_g" a phrase. {l} is a lead, {p} a colleague, {r} a rule. Empty for what only requests lead to.
   */
  asks: string;
  text?: Texts;
  links?: readonly HelpLink[];
  /** The state of things, alone or before the text; null if it has none to say. */
  state?: Answering;
}

const link = (label: string, href: string): readonly HelpLink[] => [{ label, href }];
const CONFIGURATION = link("Configuration", "/configuration");
const TEAM = link("Team", "/team");
const LEADS = link("Lead Management", "/leads");

/** What people ask about the product and its state, in the order in which a question is compared. */
const TOPICS = {
  erase: {
    asks: "gdpr|dsgvo|rgpd|for_good|permanently|definitively|definitivement|endgultig|definitivamente|personal_data|right_to_be_forgotten delete*|remove*|eras*|data|daten|donnees|datos|everything|supprim*|losch*|borr*|elimin*|forget*|vergessen|oublier|olvid* !lead_processing",
    state: async ({ store, meaning: { wording, who = "" }, say }) => {
      const name =
        wording.words
          .filter((word) => word.isOfLead === true)
          .map(({ said }) => said)
          .join(" ") || who;
      const found = name === "" ? null : await findLead(store, name);
      const lead = found?.kind === "one" ? found.lead : null;
      const whom =
        lead === null
          ? say(
              "the person's email address",
              "die Mailadresse der Person",
              "l'adresse e-mail de la personne",
              "el correo de la persona",
            )
          : `${lead.name}, ${lead.email}`;
      return fromData(
        say(
          `Owners erase a person under Team, Personal data: enter ${whom}, and choose Erase. It removes the person from leads, messages, imports and history for good, and the next sync doesn't bring them back. The same button is in the lead's details. Deleting the lead alone can be undone and isn't an erasure.`,
          `Owner löschen eine Person endgültig unter Team, Personal data: ${whom} eingeben und Erase wählen. Sie verschwindet aus Leads, Mails, Importen und Verlauf, und die nächste Synchronisierung bringt sie nicht zurück. Den Knopf gibt es auch in den Details des Leads.`,
          `Un owner efface une personne dans Team, Personal data : saisissez ${whom} et choisissez Erase. Elle disparaît définitivement des prospects, messages, imports et de l'historique, et la prochaine synchronisation ne la ramène pas. Le même bouton est dans la fiche.`,
          `Un owner borra a una persona en Team, Personal data: escriba ${whom} y elija Erase. Desaparece para siempre de leads, mensajes, importaciones e historial, y la próxima sincronización no la devuelve. El mismo botón está en la ficha.`,
        ),
        [
          { label: "Personal data", href: "/team?tab=personal-data" },
          ...(lead === null ? [] : [{ label: lead.name, href: `/leads/${lead.id}` }]),
        ],
      );
    },
  },
  "second-factor": {
    asks: "two_factor|2fa|mfa|second_factor|zwei_faktor*|zweifaktor*|double_authentification|a2f|dos_pasos|dos_factores who|anybody|anyone|everybody|everyone|team|nobody|wer|jemand|niemand|quelqu'un|qui|quien*|alguien|nadie|tous|alle",
    state: Team.secondFactors,
  },
  "sign-in-trouble": {
    asks: "can_not|cannot|cant|not|wrong|locked|kann|falsch*|nicht|peut|arrive|puede|no log|log_in|login|sign_in|signing_in|logging_in|anmelden|einloggen|password|passwort|kennwort|connecter|entrar|contrasena|mot_de_passe {p}",
    state: Team.signInTrouble,
  },
  "sign-ins": {
    asks: "who|anyone|anybody|wer|qui|quien*|alguien|when|did|wann|quand|cuando signed_in|logged_in|logged_on|log_in|login|eingeloggt|angemeldet|connecte|connectes|connectee|inicio_sesion|sesion|entro !lead !leads",
    state: Team.signIns,
  },
  deactivate: {
    asks: "login|account|konto|zugang|compte|cuenta|acceso {p}|colleague|someone|leaves|leaving what|how|should|do|history|keep|was|wie|comment|que|como !password !wrong !sign !log",
    text: [
      "Under Team, deactivate the account rather than deleting it: the person can't sign in any more, their API tokens stop, and their name stays in the history and on past decisions. Winnow asks who gets the leads that are left. You can reactivate it.",
      "Deaktivieren Sie das Konto unter Team, statt es zu löschen: Die Person kann sich nicht mehr anmelden, ihr Name bleibt im Verlauf und bei ihren Entscheidungen. Dabei wählen Sie, wer ihre übrigen Leads bekommt.",
      "Dans Team, désactivez le compte au lieu de le supprimer : la personne ne peut plus se connecter, son nom reste dans l'historique. Vous choisissez qui reçoit ses prospects restants.",
      "En Team, desactive la cuenta en vez de eliminarla: la persona ya no puede entrar y su nombre queda en el historial. Al hacerlo elige quién recibe los leads que le quedan.",
    ],
    links: TEAM,
  },
  roles: {
    asks: "see|sees|sieht|sehen|voir|voit|ver|ve|handle|handles|access|difference|unterschied|may|allowed|limit*|restrict*|beschrank* owner|member|viewer|admin|trainee|own|eigene*|propres|propios|mis|mes|my|meine|all|alle {p}|member|members|membre*|miembro*|mitglied*|viewer|admin|trainee|colleague|role|roles !customer !lead_score !owner_of !report",
    state: Team.leadAccess,
  },
  "change-role": {
    asks: "",
    text: [
      "Owners change a role under Team, in the person's menu: owner, member or viewer. It takes effect right away.",
      "Owner ändern eine Rolle unter Team im Menü der Person: owner, member oder viewer. Das gilt sofort.",
      "Un owner change un rôle dans Team, dans le menu de la personne : owner, member ou viewer. C'est immédiat.",
      "Un owner cambia un rol en Team, en el menú de la persona: owner, member o viewer. Se aplica al momento.",
    ],
    links: TEAM,
  },
  assignment: {
    asks: "assign*|assignment|zuweis*|zugewiesen|attribu*|asign*|sends|gives|gets|bekommt|recoit|recibe automatic*|automatisch*|auto|automatiquement|rule|rules|stop|stopping !from_now_on !report !points !email*",
    state: Team.assignmentRules,
  },
  "waiting-emails": {
    asks: "which|what|show|list|welche|quel|quels|quelles|que|cuales|how_many email|emails|mail|mails|message|messages|correos|mensajes decision|decide|review|wait|waiting|pending|attendent|attente|warten|esperan|unclear|entscheid* !lead !report",
    state: Sources.waitingEmails,
  },
  "mailbox-state": {
    asks: "mailbox|postfach|inbox|messagerie|boite|buzon broken|not|working|connected|verbunden|funktioniert|kaputt|marche|connecte*|conectad*|funciona|stuck|nothing|no !review !how !set_up",
    state: Sources.mailboxState,
  },
  "block-sender": {
    asks: "block|blocked|blocking|ignore|filter|exclude|exclusion|blockieren|sperren|bloquer|bloquear|sperr*|blockier*|bloque*|becoming|become_leads email|emails|mail|mails|sender|senders|subject|betreff|absender|newsletter*|expediteur|remitente !lead_list",
    state: async (asking) => blockSender(asking),
  },
  notifications: {
    asks: "notif*|notification*|benachrichtig*|alert*|avis|avisos|correos|digest|email*|mail|mails notif*|benachrichtig*|get|gets|getting|receive|received|stop|nobody|bekomme*|recibir|recois|recevoir|dejar|turn_off !report !reports !lead_score !recipient* !slack !webhook* !discord assigned|zugewiesen|attribue*|asignan|notif*|notification*|benachrichtig*|fail*|falla*|digest|erreur*|alert*|avisos|morning|daily|taglich*|quotidien|diario|anymore",
    state: Sources.notificationState,
  },
  "backup-state": {
    asks: "backup|backups|backed|sicherung*|datensicherung*|sauvegarde*|copia_de_seguridad|copias_de_seguridad|respaldo*|copias !turn !switch !database_key",
    state: Sources.backupState,
  },
  "api-tokens": {
    asks: "api_key|api_keys|api_token*|api_schlussel|cle_api|clave_api|api|token|power_bi|zapier|jeton how|where|need|get|create|key|token|wie|wo|brauche|comment|ou|como|donde|schlussel|cle|clave !source !json !webhook* !suspend*",
    text: [
      "Programs use an API token, which you create under Account: choose a name, permissions (read is enough for reports such as Power BI) and an expiration, enter your password and copy it; it's shown only once. Programs send it as Authorization: Bearer TOKEN. The API is described at /api/docs.",
      "Ein API-Token erstellen Sie unter Account: Name, Rechte („read“ genügt für Auswertungen wie Power BI) und Ablaufdatum wählen, Passwort eingeben, kopieren; er wird nur einmal angezeigt. Programme senden ihn als Authorization: Bearer TOKEN. Die API steht unter /api/docs.",
      "Créez un jeton d'API dans Account : un nom, des droits (read suffit pour Power BI) et une expiration, puis copiez-le ; il n'est affiché qu'une fois. Les programmes l'envoient dans Authorization: Bearer JETON. L'API est décrite dans /api/docs.",
      "Cree un token de API en Account: nombre, permisos (read basta para Power BI) y caducidad, y cópielo; solo se muestra una vez. Los programas lo envían como Authorization: Bearer TOKEN. La API está en /api/docs.",
    ],
    links: [{ label: "Create a token", href: "/account?new" }],
  },
  webhooks: {
    asks: "webhook|webhooks|slack|discord|microsoft_teams|to_teams|in_teams !connected !working !work !works !arrive* !fail* !form !url !secret !doing !status !last !anything !send*",
    text: [
      "Yes: under Integrations, an owner adds a webhook or a Slack, Microsoft Teams or Discord channel and chooses its events, for example only lead qualified or only lead approved.",
      "Ja: Unter Integrations fügt ein Owner einen Webhook oder einen Kanal in Slack, Microsoft Teams oder Discord hinzu und wählt die Ereignisse, zum Beispiel nur „lead qualified“ oder nur „lead approved“.",
      "Oui : dans Integrations, un owner ajoute un webhook ou un canal Slack, Microsoft Teams ou Discord et choisit les événements, par exemple seulement « lead qualified » ou « lead approved ».",
      "Sí: en Integrations, un owner añade un webhook o un canal de Slack, Microsoft Teams o Discord y elige los eventos, por ejemplo solo «lead qualified» o «lead approved».",
    ],
    links: link("Integrations", "/integrations"),
  },
  "test-mail": {
    asks: "test|testing|teste|tester|testen|prufen|prueba|probar it|mail|email|smtp|connection|server|ob !demo !rule",
    state: async (asking) => Sources.mailServer(asking),
    text: [
      "To test it, open Email Settings and choose Test Connection: it signs in to the mail server without sending. A test report goes only to you.",
      "Zum Testen wählen Sie unter Email Settings Test Connection: Das meldet sich beim Mailserver an, ohne zu senden. Ein Testbericht geht nur an Sie.",
      "Pour tester, choisissez Test Connection dans Email Settings : cela se connecte au serveur sans rien envoyer.",
      "Para probarlo, elija Test Connection en Email Settings: inicia sesión en el servidor sin enviar nada.",
    ],
    links: link("Email Settings", "/email-settings"),
  },
  "score-by-hand": {
    asks: "score|scores|points|punktzahl|punkte|bewertung|puntuacion|puntos by_hand|manually|myself|hand|manuell|a_la_main|main|a_mano|mano|override|overwrite|ourselves !added",
    state: async (asking) =>
      asking.meaning.wording.words.some((word) => word.isOfLead === true)
        ? leadScore({ ...asking, meaning: { ...asking.meaning, who: nameIn(asking) } })
        : null,
    text: [
      "A score can't be edited by hand: it comes only from the rules. Change or add a rule, or edit what the lead says; you can approve a lead whatever its score.",
      "Von Hand lässt sich eine Punktzahl nicht ändern, sie kommt nur aus den Regeln. Ändern Sie eine Regel oder die Angaben des Leads; genehmigen können Sie ihn bei jeder Punktzahl.",
      "Non, un score ne se change pas à la main : il vient seulement des règles. Modifiez une règle ou les données de la fiche ; vous pouvez approuver un prospect quel que soit son score.",
      "No, la puntuación no se cambia a mano: viene solo de las reglas. Cambie una regla o los datos del lead; puede aprobarlo con cualquier puntuación.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  fading: {
    asks: "went_from|go_from|fell|gefallen|tombe|bajado|fade*|fading|wear*|decay*|half_life|verblass*|verfall*|lose|loses|losing|dropped|become|became|perd|perdu|pierde|baisse|sinken|weniger point*|score*|punkt*|puntos|puntuacion|79 !qualif* !threshold !how_many !if",
    state: async ({ store, say }) => {
      const fading = (await store.rules.list()).filter(
        ({ isActive, halfLifeDays }) => isActive && halfLifeDays !== null,
      );
      const names = fading.map(({ name, halfLifeDays }) => `“${name}” (${halfLifeDays})`).join(", ");
      return fading.length === 0
        ? null
        : fromData(
            say(
              `Yes, some points fade with a lead's age: those of ${names} halve every so many days. So a score can drop a little from one day to the next.`,
              `Ja, manche Punkte verblassen mit dem Alter eines Leads: ${names}, alle so viele Tage auf die Hälfte. Darum kann eine Punktzahl von einem Tag zum anderen etwas sinken.`,
              `Oui, certains points diminuent avec l'âge du prospect : ${names}, de moitié tous les tant de jours. Un score peut donc baisser un peu d'un jour à l'autre.`,
              `Sí, algunos puntos se reducen con el tiempo: ${names}, a la mitad cada tantos días. Por eso una puntuación puede bajar un poco de un día a otro.`,
            ),
            link("Rules & Keywords", "/rules"),
          );
    },
    text: [
      "A score changes when a rule changes, when the lead says something new, or when points fade: a rule can halve its points every so many days.",
      "Eine Punktzahl ändert sich, wenn eine Regel oder der Lead sich ändert, oder wenn Punkte verblassen: Eine Regel kann ihre Punkte alle paar Tage halbieren.",
      "Un score change quand une règle ou la fiche change, ou quand des points diminuent avec le temps.",
      "Una puntuación cambia cuando cambia una regla o el lead, o cuando los puntos se reducen con el tiempo.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  rule: {
    asks: "how_many_points|points_for|points_does|points_do|wie_viele_punkte|combien_de_points|cuantos_puntos|how_much_is|off|coupee|desactivada|desactivee|inactive|ausgeschaltet|abgeschaltet|apagada|switched_off|turned_off|disabled|active !{l} !if !qualif* !would !turn !switch !sync* !source* rule|rules|regel|regle|regla|points|punkte|puntos|{r}",
    state: async (asking) =>
      ruleMeant(await asking.store.rules.list(), said(asking)) === undefined ? null : rules(asking),
  },
  concurrent: {
    asks: "two_people|both|two_of_us|same_time|simultan*|gleichzeitig|zugleich|mismo_tiempo|meme_temps|a_la_vez decide*|decision*|edit*|approve*|wins|entscheid*|bearbeit*|decid*|valid*|aprueb*|modif*",
    text: [
      "Yes. The first decision is saved; someone who decides from an outdated screen is told what changed in the meantime and by whom, and can look again before deciding. Open screens update within seconds, and History shows both.",
      "Ja. Die erste Entscheidung gilt; wer auf einem veralteten Stand entscheidet, sieht, was inzwischen von wem geändert wurde, und entscheidet neu. Offene Seiten aktualisieren sich in Sekunden, History zeigt beides.",
      "Oui. La première décision est enregistrée ; l'autre personne voit ce qui a changé entre-temps et par qui, et décide à nouveau. Les pages ouvertes se mettent à jour en quelques secondes.",
      "Sí. La primera decisión se guarda; a la otra persona se le muestra qué cambió y quién lo hizo, y decide de nuevo. Las pantallas abiertas se actualizan en segundos.",
    ],
    links: link("History", "/history"),
  },
  "empty-list": {
    asks: "nothing|nichts|rien|nada|empty|leer|vide|vacia|vacio|disappeared|verschwunden|disparu|desaparecido|only_see list|page|liste|lista|leads_page",
    state: async ({ store, workspace, say }) => {
      const [{ count }, { membersSeeOwnLeads }] = await Promise.all([store.leads.count({}), readSettings(workspace)]);
      return fromData(
        say(
          `A search, filter or saved view is probably on: clear the filters above the list to see all ${count} leads.${membersSeeOwnLeads ? " Members also see only their own and unassigned leads." : ""}`,
          `Wahrscheinlich ist eine Suche, ein Filter oder eine Ansicht aktiv: Setzen Sie die Filter über der Liste zurück, dann sehen Sie alle ${count} Leads.`,
          `Une recherche, un filtre ou une vue est sans doute actif : effacez les filtres au-dessus de la liste pour voir les ${count} prospects.`,
          `Seguramente hay una búsqueda, un filtro o una vista activa: quite los filtros sobre la lista para ver los ${count} leads.`,
        ),
        link("All leads", "/leads"),
      );
    },
  },
  "threshold-state": {
    asks: "bar|threshold|cut_off|hurdle|latte|schwelle*|schwellenwert|seuil|umbral what|which|how_high|wie_hoch|was|wo|quel|quelle|cual|where|what_is !if !would !happen* !rate !how_many !{l} !share !{n} !change",
    state: async (asking) => settings({ ...asking, meaning: { ...asking.meaning, wording: wordsOf("threshold") } }),
  },
  "source-failures": {
    asks: "source|sources|feed|quelle|quellen|datenquelle*|fuente|fuentes fail*|failed|error*|broken|fehler|fehlgeschlagen|ausgefallen|break|broke|down|erreur*|echou*|fall* !notif* !correos !emails !stop !recibir !benachrichtig*",
    state: async (asking) =>
      failing({ ...asking, meaning: { ...asking.meaning, leads: { ...asking.meaning.leads, span: null } } }),
  },
  "scrape-target": {
    asks: "scrap*|site|website|sites|guild|guilde|directory|verzeichnis|seite|sitio|its how_often|last|still|bring*|rid|encore|ramene|stop*|noch|wie_oft|sigue|trae|its|approved|much|many !which_sites !websites !{l}",
    state: Sources.scrapeTarget,
  },
  "follow-up-of-lead": {
    asks: "answer*|replied|reply|respond*|geantwortet|antwort|repondu|reponse|respondio|contesto|nachfass*|relance*|follow_up {l} !will !why !not_ask !duplicate* !what",
    state: Sources.followUpOfLead,
  },
  "follow-ups-sent": {
    asks: "follow_ups|follow_up|nachfassmail*|nachfrage*|relances|seguimientos went_out|sent|send|rausgegangen|gesendet|verschickt|envoyees|parties|salieron|enviado* !who_never !never !{l} !automatic*",
    state: Sources.followUpsSent,
  },
  "report-state": {
    asks: "report|bericht|rapport|informe arrive*|arrived|sent|went|get|erhalten|angekommen|gesendet|recu|parti|envoye|llego|mando|envio !how !set_up !{l} !will !next !add !stop !can",
    state: reports,
  },
  "duplicate-pair": {
    asks: "twice|double|duplicate|duplicates|doppelt|doublon|doublons|dos_veces|duplicado|zweimal {l} which|how|rid|merge|what|right|welch*|wie|comment|lequel|como|cual !how_many",
    state: duplicatePair,
  },
  "add-lead": {
    asks: "",
    text: [
      "Choose Add lead under Lead Management and enter name, company, email and notes; pasted emails are read under Lead Scraper, Email Processing.",
      "Wählen Sie in Lead Management Add lead und geben Sie Name, Firma, Mail und Notizen ein.",
      "Dans Lead Management, choisissez Add lead et saisissez nom, entreprise, mail et notes.",
      "En Lead Management elija Add lead y escriba nombre, empresa, correo y notas.",
    ],
    links: [{ label: "Add a lead", href: "/leads?new" }],
  },
  undo: {
    asks: "",
    text: [
      "Choose Undo in the message that appears after a change, or undo it later under History, for 90 days.",
      "Wählen Sie Undo in der Meldung, oder später unter History. So lässt sich jede Änderung 90 Tage lang zurücknehmen.",
      "Choisissez Undo dans le message, ou plus tard dans History. Chaque changement peut être annulé pendant 90 jours.",
      "Elija Undo en el mensaje o, más tarde, en History. Cada cambio se puede deshacer durante 90 días.",
    ],
    links: link("History", "/history"),
  },
  comments: {
    asks: "",
    text: [
      "Say the lead and the text, such as “note on Ann Lee: call in May”, or write a comment in the lead's details; @ mentions a colleague.",
      "Nennen Sie Lead und Text, etwa „Notiz zu Ann Lee: im Mai anrufen“, oder schreiben Sie einen Kommentar in den Details des Leads.",
      "Dites le prospect et le texte, comme « note sur Ann Lee : appeler en mai », ou écrivez un commentaire dans la fiche.",
      "Diga el lead y el texto, como «nota sobre Ann Lee: llamar en mayo», o escriba un comentario en la ficha.",
    ],
    links: LEADS,
  },
  "writing-rules": {
    asks: "",
    text: [
      "Under Rules & Keywords, add a rule or open one to change its name, keywords, points and fields; the preview shows the effect before you save.",
      "Unter Rules & Keywords legen Sie eine Regel an oder ändern Name, Stichwörter, Punkte und Felder; die Vorschau zeigt die Wirkung.",
      "Dans Rules & Keywords, ajoutez une règle ou ouvrez-en une pour changer nom, mots-clés, points et champs ; l'aperçu montre l'effet.",
      "En Rules & Keywords añada una regla o abra una para cambiar nombre, palabras, puntos y campos; la vista previa muestra el efecto.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  export: {
    asks: "",
    text: [
      "Filter the list under Lead Management and choose Export: it downloads exactly those leads as a CSV file that Excel opens.",
      "Filtern Sie die Liste unter Lead Management und wählen Sie Export: Genau diese Leads kommen in eine CSV-Datei, die Excel öffnet.",
      "Filtrez la liste dans Lead Management et choisissez Export : ces prospects sont téléchargés en CSV, lisible par Excel.",
      "Filtre la lista en Lead Management y elija Export: descarga esos leads en un CSV que Excel abre.",
    ],
    links: LEADS,
  },
  duplicates: {
    asks: "",
    text: [
      "Duplicates, above the lead list, shows possible pairs. Compare and merge puts both side by side: choose each value, and one lead keeps both histories. A merge can be undone.",
      "Duplicates über der Leadliste zeigt mögliche Paare. Compare and merge stellt beide nebeneinander: Wählen Sie je Feld den Wert. Das lässt sich rückgängig machen.",
      "Duplicates, au-dessus de la liste, montre les paires possibles. Compare and merge les affiche côte à côte : choisissez chaque valeur. La fusion peut être annulée.",
      "Duplicates, sobre la lista, muestra los pares posibles. Compare and merge los pone juntos: elija cada valor. La fusión se puede deshacer.",
    ],
    links: link("Possible duplicates", "/leads?duplicates"),
  },
  threshold: {
    asks: "",
    text: [
      "Change the threshold under Configuration. It then applies to every lead that nobody has decided on.",
      "Den Schwellenwert ändern Sie unter Configuration. Er gilt dann für alle Leads, über die noch niemand entschieden hat.",
      "Le seuil se modifie dans Configuration. Il s'applique à tous les prospects que personne n'a encore décidés.",
      "El umbral se cambia en Configuration. Se aplica a todos los leads que nadie ha decidido todavía.",
    ],
    links: CONFIGURATION,
  },
  "next-steps": {
    asks: "",
    text: [
      "Say the lead, what to do and when, such as “remind me to call Ann Lee on Friday”, or choose Set next step in the lead's details.",
      "Nennen Sie Lead, Aufgabe und Tag, etwa „erinnere mich am Freitag, Ann Lee anzurufen“, oder wählen Sie beim Lead Set next step.",
      "Dites le prospect, quoi faire et quand, ou choisissez Set next step dans la fiche.",
      "Diga el lead, qué hacer y cuándo, o elija Set next step en la ficha.",
    ],
    links: LEADS,
  },
  tags: {
    asks: "",
    text: [
      "Choose Add tag in the lead's details; for many leads, select them in the list and choose Tag.",
      "Öffnen Sie den Lead und wählen Sie Add tag; für viele wählen Sie sie in der Liste aus und klicken Tag.",
      "Ouvrez le prospect et choisissez Add tag ; pour plusieurs, sélectionnez-les dans la liste et choisissez Tag.",
      "Abra el lead y elija Add tag; para varios, selecciónelos en la lista y elija Tag.",
    ],
    links: LEADS,
  },
  invite: {
    asks: "",
    text: [
      "Owners invite people under Team: enter the email address as username and choose a role. The invitation is emailed and works for 7 days.",
      "Owner laden Personen unter Team ein: Mailadresse als Benutzername eingeben und Rolle wählen. Die Einladung kommt per Mail und gilt 7 Tage.",
      "Un owner invite des personnes dans Team : l'adresse e-mail comme nom d'utilisateur, puis un rôle. L'invitation part par mail et vaut 7 jours.",
      "Un owner invita en Team: el correo como nombre de usuario y un rol. La invitación llega por correo y vale 7 días.",
    ],
    links: link("Invite a person", "/team?new"),
  },
  report: {
    asks: "",
    text: [
      "Under Email Settings, change the report's recipients, frequency, hour and time zone.",
      "Unter Email Settings ändern Sie Empfänger, Häufigkeit, Uhrzeit und Zeitzone des Berichts.",
      "Dans Email Settings, changez destinataires, fréquence, heure et fuseau du rapport.",
      "En Email Settings cambie destinatarios, frecuencia, hora y zona horaria del informe.",
    ],
    links: link("Email Settings", "/email-settings"),
  },
  owners: {
    asks: "",
    text: [
      "Choose the owner in the lead's details; for many leads, filter and select them in the list and choose Assign.",
      "Den Betreuer wählen Sie beim Lead; für viele filtern und markieren Sie sie in der Liste und wählen Assign.",
      "Le responsable se choisit dans la fiche ; pour plusieurs, filtrez et sélectionnez-les dans la liste, puis Assign.",
      "El responsable se elige en la ficha; para varios, filtre y selecciónelos en la lista y elija Assign.",
    ],
    links: LEADS,
  },
  "mail-to-lead": {
    asks: "",
    text: [
      "The chat can't write to leads. Open the lead: its email address is a link, and missing details can be asked for with a drafted follow-up.",
      "Aus dem Chat kann niemand angeschrieben werden. Öffnen Sie den Lead: Die Mailadresse ist ein Link, und fehlende Angaben fragt ein vorbereitetes Follow-up ab.",
      "Le chat n'écrit pas aux prospects. Ouvrez la fiche : l'adresse est un lien, et une relance est déjà rédigée pour ce qui manque.",
      "El chat no escribe a los leads. Abra la ficha: el correo es un enlace, y hay una consulta redactada para lo que falta.",
    ],
    links: LEADS,
  },
  sources: {
    asks: "",
    text: [
      "Under Data Sources and Lead Scraper, each source has a switch to turn it on or off, and a menu to edit or delete it. Its leads stay.",
      "Unter Data Sources und Lead Scraper lässt sich jede Quelle ein- und ausschalten, ändern oder löschen. Ihre Leads bleiben.",
      "Dans Data Sources et Lead Scraper, chaque source peut être activée, désactivée, modifiée ou supprimée. Ses prospects restent.",
      "En Data Sources y Lead Scraper cada fuente se activa, desactiva, cambia o elimina. Sus leads se quedan.",
    ],
    links: [
      { label: "Data Sources", href: "/data-sources" },
      { label: "Lead Scraper", href: "/lead-scraper" },
    ],
  },
  appearance: {
    asks: "dark|light|dunkel*|hell|sombre|clair|oscuro|claro mode|theme|modus|design|thema|tema|appearance",
    text: [
      "The button in the header switches between light and dark, or follows the system.",
      "Hell, dunkel oder System wählen Sie oben in der Kopfzeile (theme).",
      "Clair, sombre ou système se choisit dans l'en-tête (theme).",
      "Claro, oscuro o sistema se elige en la cabecera (theme).",
    ],
  },
  configuration: {
    asks: "",
    text: [
      "You'll find switches and limits under Configuration.",
      "Schalter und Grenzwerte stehen unter Configuration.",
      "Les réglages se trouvent dans Configuration.",
      "Los ajustes están en Configuration.",
    ],
    links: CONFIGURATION,
  },
  "delete-all": {
    asks: "",
    text: [
      "There's no button that deletes everything. Select all leads in the list and choose Delete; an administrator removes the data folder on the server.",
      "Einen Knopf, der alles löscht, gibt es nicht. Markieren Sie alle Leads in der Liste und wählen Sie Delete; den Datenordner entfernt ein Administrator auf dem Server.",
      "Aucun bouton n'efface tout. Sélectionnez tous les prospects dans la liste et choisissez Delete.",
      "No hay un botón que borre todo. Seleccione todos los leads en la lista y elija Delete.",
    ],
    links: LEADS,
  },
  "delete-lead": {
    asks: "",
    text: [
      "Delete a lead in its details, or select several in the list. You can undo it, and syncing doesn't bring it back.",
      "Einen Lead löschen Sie in seinen Details, mehrere in der Liste. Das lässt sich rückgängig machen.",
      "Supprimez un prospect dans sa fiche, ou plusieurs dans la liste. Cela peut être annulé.",
      "Elimine un lead en su ficha, o varios en la lista. Se puede deshacer.",
    ],
    links: LEADS,
  },
  "lead-status": {
    asks: "",
    text: [
      "Approve or reject leads in their details, one after the other in Review, or several in the list. You can undo it.",
      "Genehmigen oder ablehnen können Sie in den Details, nacheinander in Review oder für mehrere in der Liste.",
      "Approuvez ou rejetez dans la fiche, un par un dans Review, ou plusieurs dans la liste.",
      "Apruebe o rechace en la ficha, uno a uno en Review, o varios en la lista.",
    ],
    links: LEADS,
  },
  views: {
    asks: "",
    text: [
      "Set the filters above the lead list and choose Save view; it can be yours alone or shared with the team. Its menu renames, shares or deletes it.",
      "Stellen Sie die Filter über der Leadliste ein und wählen Sie Save view, nur für Sie oder für das Team. Im Menü der Ansicht teilen, benennen oder löschen Sie sie.",
      "Réglez les filtres au-dessus de la liste et choisissez Save view, pour vous ou pour l'équipe. Son menu la partage, renomme ou supprime.",
      "Ajuste los filtros sobre la lista y elija Save view, para usted o para el equipo. Su menú la comparte, renombra o elimina.",
    ],
    links: LEADS,
  },
} as const satisfies Readonly<Record<string, Topic>>;
export type TopicId = keyof typeof TOPICS;

interface Row {
  id: TopicId;
  groups: readonly { isNone: boolean; words: readonly string[] }[];
}

const ROWS: readonly Row[] = (Object.entries(TOPICS) as [TopicId, Topic][])
  .filter(([, { asks }]) => asks !== "")
  .map(([id, { asks }]) => ({
    id,
    groups: asks.split(" ").map((group) => ({
      isNone: group.startsWith("!"),
      words: group
        .replace("!", "")
        .split("|")
        .map((word) => word.replaceAll("_", " ")),
    })),
  }));

const said = ({ meaning: { wording } }: Asking): string =>
  `${wording.text} . ${wordsOf(wording.question).text} . ${plainWord(wording.question).replaceAll(/[^\p{L}\p{N}']+/gu, " ")}`;
const nameIn = ({ meaning: { wording } }: Asking): string =>
  wording.words
    .filter((word) => word.isOfLead === true)
    .map((word) => word.said)
    .join(" ");

/** The topic that a question is about, in the words of its language or in English; undefined for any other. */
export function topicOf(asking: Asking, people: readonly string[]): TopicId | undefined {
  const { words, question } = asking.meaning.wording;
  const text = ` ${said(asking)} `;
  const raw = plainWord(question).split(/[^\p{L}\p{N}']+/u);
  const all = [...words.map(({ meant }) => meant), ...raw];
  const marks = new Set([
    ...(words.some((word) => word.isOfLead) ? ["{l}"] : []),
    ...(words.some(({ isOfName, field }) => isOfName === true && field === undefined) ? ["{r}"] : []),
    ...(all.some((word) => people.includes(word)) ? ["{p}"] : []),
    ...(/\d/u.test(text) ? ["{n}"] : []),
  ]);
  const has = (word: string): boolean => {
    if (word.startsWith("{")) return marks.has(word);
    if (word.endsWith("*")) return all.some((one) => one.startsWith(word.slice(0, -1)));
    return word.includes(" ") ? text.includes(` ${word} `) || text.includes(` ${word}`) : all.includes(word);
  };
  return ROWS.find(({ groups }) => groups.every(({ isNone, words: any }) => any.some(has) !== isNone))?.id;
}

/** What a topic says: its state, then where to do it, in the language of the question. */
export async function topicAnswer(asking: Asking, id: TopicId | null): Promise<ChatReply> {
  const found = id === null ? null : await topicState(asking, id);
  if (found !== null) return found;
  return {
    ...fromData(
      asking.say(
        "I don't know a button for that. The Setup Guide and the FAQ tab say where things are.",
        "Dafür kenne ich keine Schaltfläche. Die Setup Guide und der FAQ-Tab sagen, wo etwas zu finden ist.",
        "Je ne connais pas de bouton pour cela. La Setup Guide et l'onglet FAQ indiquent où trouver quoi.",
        "No conozco un botón para eso. La Setup Guide y la pestaña FAQ dicen dónde está cada cosa.",
      ),
      link("Setup Guide", "/setup-guide"),
    ),
    from: "none",
  };
}

/** The same, or null if there is nothing to say. */
export async function topicState(asking: Asking, id: TopicId): Promise<ChatReply | null> {
  const { state, text, links = [] }: Topic = TOPICS[id];
  const found = state === undefined ? null : await state(asking);
  const words = text === undefined ? "" : asking.say(...text);
  if (found !== null)
    return text === undefined || id === "fading"
      ? found
      : { ...found, reply: `${found.reply} ${words}`, links: [...found.links, ...links] };
  if (words === "") return null;
  return { ...fromData(words, links), from: "help" };
}

/** Keeping mail from becoming leads: by a word, with a button, or by what Winnow learns from a correction. */
async function blockSender(asking: Asking): Promise<ChatReply> {
  const { store, workspace, meaning, say } = asking;
  const { question } = meaning.wording;
  const address = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\p{L}/u.exec(question)?.[0];
  const quoted = /["“„«]\s*([^"”“»]+?)\s*["”“»]/u.exec(question)?.[1];
  const { exclusionKeywords } = await readSettings(workspace);
  const how = say(
    "Under Gmail Integration, Automation Rules, an email whose subject or text has an exclusion keyword never becomes a lead, starting with the next email. Leads that are already here stay; reject or delete them in the list. A single sender can't be blocked: mark its emails as not a lead under Emails, and similar ones no longer become leads.",
    "Unter Gmail Integration, Automation Rules: Eine Mail mit einem Ausschlusswort in Betreff oder Text wird nie ein Lead, ab der nächsten Mail. Vorhandene Leads bleiben. Einzelne Absender lassen sich nicht sperren: Markieren Sie ihre Mails unter Emails als „not a lead“, dann werden ähnliche keine Leads mehr.",
    "Dans Gmail Integration, Automation Rules : un e-mail dont l'objet ou le texte contient un mot d'exclusion ne devient jamais un prospect. Les prospects existants restent. Un expéditeur ne peut pas être bloqué : marquez ses e-mails « not a lead » dans Emails.",
    "En Gmail Integration, Automation Rules: un correo con una palabra de exclusión en el asunto o el texto nunca se convierte en lead. Los leads existentes se quedan. No se puede bloquear un remitente: marque sus correos como «not a lead» en Emails.",
  );
  const links = [
    { label: "Automation Rules", href: "/gmail?tab=rules" },
    { label: "Emails", href: "/gmail?tab=emails" },
  ];
  const found = address === undefined ? null : await findLead(store, address);
  const lead = found?.kind === "one" ? found.lead : null;
  const from = lead === null ? "" : (placeOf(lead) ?? lead.source);
  const origin =
    lead === null || lead.source === "email"
      ? ""
      : `${say(`The lead with that address, ${lead.name}, didn't come from an email but from ${from}.`, `Der Lead mit dieser Adresse, ${lead.name}, kam nicht aus einer Mail, sondern aus ${from}.`, `Le prospect de cette adresse, ${lead.name}, ne vient pas d'un e-mail mais de ${from}.`, `El lead con esa dirección, ${lead.name}, no vino de un correo sino de ${from}.`)} `;
  const ofLead = lead === null ? [] : [{ label: lead.name, href: `/leads/${lead.id}` }];
  if (quoted === undefined || exclusionKeywords.includes(quoted))
    return fromData(`${origin}${how}`, [...links, ...ofLead]);
  return offered(
    asking,
    `${origin}${how}`,
    {
      kind: "settings",
      label: say(
        `Exclude emails with “${quoted}”`,
        `Mails mit „${quoted}“ ausschließen`,
        `Exclure les e-mails avec « ${quoted} »`,
        `Excluir correos con «${quoted}»`,
      ),
      change: { exclusionKeywords: [...exclusionKeywords, quoted] },
    },
    [...links, ...ofLead],
  );
}

/** Whether a person other than the caller is named. */
export async function peopleOf({ store }: Pick<Asking, "store">): Promise<string[]> {
  const own = acting().userId;
  return (await store.accounts.list())
    .filter(({ id }) => id !== own)
    .map(({ username }) => plainWord(username.split("@")[0] ?? ""));
}
