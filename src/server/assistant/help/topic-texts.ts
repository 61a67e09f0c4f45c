import type { HelpLink } from "#shared/help/help-text.ts";
import type { Texts } from "#server/assistant/words/say.ts";

interface TopicText {
  /** The help texts that it sums up in other languages. */
  of?: string;
  text: Texts;
  links?: readonly HelpLink[];
}

export const link = (label: string, href: string): readonly HelpLink[] => [{ label, href }];
const CONFIGURATION = link("Configuration", "/configuration");
const TEAM = link("Team", "/team");
const LEADS = link("Lead Management", "/leads");

/** Where a person does something, in one or two sentences. */
export const TOPIC_TEXTS = {
  sessions: {
    text: [
      "Account lists your signed-in browsers: sign out one, or all others, and set up two-factor sign-in again; a recovery code replaces the phone. For a colleague, an owner creates a reset link under Team, which also removes the second factor, and signs out their browsers under Team, Browsers.",
      "Unter Account stehen Ihre angemeldeten Browser: Melden Sie einen oder alle anderen ab und richten Sie die Zwei-Faktor-Anmeldung neu ein; ein Wiederherstellungscode ersetzt das Handy. Für Kollegen erstellt ein Owner unter Team einen Link zum Zurücksetzen, der auch den zweiten Faktor entfernt.",
      "Account liste vos navigateurs connectés : déconnectez-en un, ou tous les autres, et reconfigurez la double authentification ; un code de secours remplace le téléphone. Pour un collègue, un owner crée un lien de réinitialisation dans Team, qui retire aussi le second facteur.",
      "Account muestra los navegadores con sesión: cierre uno o todos los demás y configure de nuevo la verificación; un código de recuperación sustituye al teléfono. Para un compañero, un owner crea un enlace en Team, que también quita el segundo factor.",
    ],
    links: [
      { label: "Account", href: "/account" },
      { label: "Browsers", href: "/team?tab=sessions" },
    ],
  },
  password: {
    text: [
      "Change your password under Account. If you forgot it, an owner opens Team and creates a reset link from your row's menu; if you're the only owner, an administrator runs npm run user -- password NAME on the server.",
      "Ihr Passwort ändern Sie unter Account. Haben Sie es vergessen, erstellt ein Owner unter Team einen Link zum Zurücksetzen.",
      "Le mot de passe se change dans Account. En cas d'oubli, un owner crée un lien de réinitialisation dans Team.",
      "La contraseña se cambia en Account. Si la olvidó, un owner crea un enlace para restablecerla en Team.",
    ],
    links: [
      { label: "Account", href: "/account" },
      { label: "Team", href: "/team" },
    ],
  },
  deactivate: {
    text: [
      "Under Team, deactivate the account rather than deleting it: the person can't sign in, their API tokens are deleted, and their name stays in the history and on past decisions. You choose who gets the leads they own. You can reactivate the account.",
      "Deaktivieren Sie das Konto unter Team, statt es zu löschen: Die Person kann sich nicht mehr anmelden, ihr Name bleibt im Verlauf und bei ihren Entscheidungen. Dabei wählen Sie, wer ihre übrigen Leads bekommt.",
      "Dans Team, désactivez le compte au lieu de le supprimer : la personne ne peut plus se connecter, son nom reste dans l'historique. Vous choisissez qui reçoit ses prospects restants.",
      "En Team, desactive la cuenta en vez de eliminarla: la persona ya no puede entrar y su nombre queda en el historial. Al hacerlo elige quién recibe los leads que le quedan.",
    ],
    links: TEAM,
  },
  "change-role": {
    text: [
      "Owners change a role under Team, in the person's row: owner, member or viewer. The person then signs in again.",
      "Owner ändern eine Rolle unter Team in der Zeile der Person: owner, member oder viewer. Die Person meldet sich danach neu an.",
      "Un owner change un rôle dans Team, sur la ligne de la personne : owner, member ou viewer. Elle se reconnecte ensuite.",
      "Un owner cambia un rol en Team, en la fila de la persona: owner, member o viewer. Después vuelve a iniciar sesión.",
    ],
    links: TEAM,
  },
  "api-tokens": {
    of: "api-tokens",
    text: [
      "Programs use an API token, which you create under Account: choose a name, permissions (read is enough for reports such as Power BI) and an expiration, enter your password and copy it; it's shown only once. Programs send it as Authorization: Bearer TOKEN. The API is described at /api/docs.",
      "Ein API-Token erstellen Sie unter Account: Name, Rechte („read“ genügt für Auswertungen wie Power BI) und Ablaufdatum wählen, Passwort eingeben, kopieren; er wird nur einmal angezeigt. Programme senden ihn als Authorization: Bearer TOKEN. Die API steht unter /api/docs.",
      "Créez un jeton d'API dans Account : un nom, des droits (read suffit pour Power BI) et une expiration, puis copiez-le ; il n'est affiché qu'une fois. Les programmes l'envoient dans Authorization: Bearer JETON. L'API est décrite dans /api/docs.",
      "Cree un token de API en Account: nombre, permisos (read basta para Power BI) y caducidad, y cópielo; solo se muestra una vez. Los programas lo envían como Authorization: Bearer TOKEN. La API está en /api/docs.",
    ],
    links: [{ label: "Create a token", href: "/account?new" }],
  },
  webhooks: {
    of: "webhooks",
    text: [
      "A webhook sends an event, such as a new lead, to a URL of yours as it happens. Under Integrations, an owner adds a webhook or a Slack, Microsoft Teams or Discord channel and chooses its events, for example only lead qualified or only lead approved.",
      "Ein Webhook sendet Ereignisse, etwa einen neuen Lead, sofort an eine URL. Unter Integrations fügt ein Owner einen Webhook oder einen Kanal in Slack, Microsoft Teams oder Discord hinzu und wählt die Ereignisse, zum Beispiel nur „lead qualified“ oder nur „lead approved“.",
      "Un webhook envoie chaque événement, comme un nouveau prospect, à une URL. Dans Integrations, un owner ajoute un webhook ou un canal Slack, Microsoft Teams ou Discord et choisit les événements, par exemple seulement « lead qualified » ou « lead approved ».",
      "Un webhook envía cada evento, como un lead nuevo, a una URL. En Integrations, un owner añade un webhook o un canal de Slack, Microsoft Teams o Discord y elige los eventos, por ejemplo solo «lead qualified» o «lead approved».",
    ],
    links: link("Integrations", "/integrations"),
  },
  "test-mail": {
    text: [
      "To test it, open Email Settings and choose Test Connection: it signs in to the mail server without sending. A test report goes only to the address you enter.",
      "Zum Testen wählen Sie unter Email Settings Test Connection: Das meldet sich beim Mailserver an, ohne zu senden. Ein Testbericht geht nur an die Adresse, die Sie eingeben.",
      "Pour tester, choisissez Test Connection dans Email Settings : cela se connecte au serveur sans rien envoyer.",
      "Para probarlo, elija Test Connection en Email Settings: inicia sesión en el servidor sin enviar nada.",
    ],
    links: link("Email Settings", "/email-settings"),
  },
  "zero-scores": {
    of: "low-score",
    text: [
      "A score is 0 if no active rule matches, or if the source brought little more than a name and an email. Add rules with words that your leads use; all leads are then scored again automatically.",
      "Eine Punktzahl ist 0, wenn keine aktive Regel zutrifft oder die Quelle kaum mehr als Name und Mail lieferte. Legen Sie Regeln mit Wörtern an, die in Ihren Leads stehen; danach werden alle neu bewertet.",
      "Un score est de 0 si aucune règle active ne correspond, ou si la source n'a donné que le nom et le mail. Ajoutez des règles avec les mots de vos prospects ; tous sont alors réévalués.",
      "Una puntuación es 0 si no coincide ninguna regla activa, o si la fuente solo trajo nombre y correo. Añada reglas con palabras de sus leads; después se vuelven a puntuar todos.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  "rule-deleted": {
    text: [
      "Leads that the rule matches lose its points at once and may fall below the threshold; leads that someone decided on keep their status. Turning it off does the same, and both can be undone. Name a rule, such as “what if we delete the rule X”, to see how many leads it changes.",
      "Leads, auf die die Regel zutrifft, verlieren sofort ihre Punkte und können unter den Schwellenwert fallen; wer schon entschieden ist, behält den Status. Ausschalten wirkt genauso, und beides lässt sich rückgängig machen. Nennen Sie eine Regel, dann sage ich, wie viele Leads sich ändern.",
      "Les prospects concernés perdent aussitôt ses points et peuvent passer sous le seuil ; ceux déjà décidés gardent leur statut. La désactiver a le même effet, et les deux s'annulent. Nommez une règle et je dirai combien de prospects changent.",
      "Los leads en los que coincide pierden sus puntos al momento y pueden quedar por debajo del umbral; los ya decididos conservan su estado. Desactivarla hace lo mismo, y ambas cosas se deshacen. Nombre una regla y le diré cuántos leads cambian.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  "crm-trouble": {
    text: [
      "Integrations shows the last delivery and any error. A lead is sent to a CRM once it's approved, or qualified if set so; More actions in its details sends it again.",
      "Integrations zeigt die letzte Übertragung und Fehler. Ein Lead geht bei der Freigabe an das CRM, auf Wunsch schon bei der Qualifizierung; More actions beim Lead sendet ihn erneut.",
      "Integrations montre le dernier envoi et les erreurs. Un prospect part vers le CRM à son approbation, ou à sa qualification ; More actions dans sa fiche le renvoie.",
      "Integrations muestra el último envío y los errores. Un lead va al CRM al aprobarlo, o al calificarlo si así se configura; More actions en su ficha lo envía de nuevo.",
    ],
    links: link("Integrations", "/integrations"),
  },
  "form-trouble": {
    text: [
      "Check that the form's webhook is on, uses the URL under Form Integration and the same secret, and that answers include an email or phone. Form Integration lists recent submissions and what became of each.",
      "Prüfen Sie, ob der Webhook des Formulars eingeschaltet ist, die URL unter Form Integration und dasselbe Secret verwendet, und ob die Antworten Mail oder Telefon enthalten. Form Integration zeigt die letzten Einsendungen.",
      "Vérifiez que le webhook du formulaire est activé, utilise l'URL de Form Integration et le même secret, et que les réponses contiennent un mail ou un téléphone. Form Integration montre les dernières réponses.",
      "Compruebe que el webhook del formulario está activo, usa la URL de Form Integration y el mismo secreto, y que las respuestas traen correo o teléfono. Form Integration muestra los últimos envíos.",
    ],
    links: link("Form Integration", "/lead-scraper?tab=forms"),
  },
  "scrape-trouble": {
    text: [
      "A website brings no leads if its pages show no email addresses or phone numbers, need a sign-in, refuse programs, or if the URL is wrong. Check the URL under Lead Scraper and choose Scrape Now to see the result.",
      "Eine Website bringt keine Leads, wenn ihre Seiten weder Mailadressen noch Telefonnummern zeigen, eine Anmeldung verlangen, Programme abweisen oder die URL falsch ist. Prüfen Sie die URL im Lead Scraper und wählen Sie Scrape Now.",
      "Un site n'apporte rien si ses pages n'affichent ni mail ni téléphone, demandent une connexion, refusent les programmes, ou si l'URL est fausse. Vérifiez-la dans Lead Scraper et choisissez Scrape Now.",
      "Un sitio no trae leads si sus páginas no muestran correos ni teléfonos, piden iniciar sesión, rechazan programas o si la URL es incorrecta. Revísela en Lead Scraper y elija Scrape Now.",
    ],
    links: link("Lead Scraper", "/lead-scraper"),
  },
  "mailbox-trouble": {
    text: [
      "If a test fails, the password is usually not an app password, 2-Step Verification or IMAP is off, or the address is misspelled. Test Connection on the Gmail Integration screen names the reason.",
      "Schlägt der Test fehl, ist das Passwort meist kein App-Passwort, die Bestätigung in zwei Schritten oder IMAP ist aus, oder die Adresse ist falsch. Test Connection unter Gmail Integration nennt den Grund.",
      "Si le test échoue, le mot de passe n'est souvent pas un mot de passe d'application, la validation en deux étapes ou IMAP est désactivé, ou l'adresse est fausse. Test Connection dans Gmail Integration donne la raison.",
      "Si la prueba falla, la contraseña no suele ser de aplicación, la verificación en dos pasos o IMAP están desactivados, o la dirección está mal. Test Connection en Gmail Integration indica la causa.",
    ],
    links: link("Gmail Integration", "/gmail"),
  },
  "lead-missing": {
    text: [
      "Tell me the name, company or email address and I'll look. A lead that seems to be missing may be among the emails to review, in the skipped rows of a sync or import, merged as a duplicate, rejected, or hidden by a filter above the list.",
      "Nennen Sie Name, Firma oder Mailadresse, dann suche ich. Ein fehlender Lead kann unter den Mails zur Prüfung sein, in übersprungenen Zeilen, als Duplikat zusammengeführt, abgelehnt oder durch einen Filter über der Liste verborgen.",
      "Donnez-moi le nom, l'entreprise ou l'adresse mail et je chercherai. Un prospect absent peut être parmi les mails à examiner, dans les lignes ignorées, fusionné comme doublon, rejeté, ou masqué par un filtre.",
      "Dígame el nombre, la empresa o el correo y lo busco. Un lead que falta puede estar entre los correos por revisar, en filas omitidas, combinado como duplicado, rechazado u oculto por un filtro.",
    ],
    links: [
      { label: "Needs review", href: "/gmail?tab=emails&show=review" },
      { label: "Possible duplicates", href: "/leads?duplicates" },
      { label: "Rejected leads", href: "/leads?status=rejected" },
    ],
  },
  "score-by-hand": {
    text: [
      "A score can't be edited by hand: it comes only from the rules. Change or add a rule, or edit what the lead says; you can approve a lead whatever its score.",
      "Von Hand lässt sich eine Punktzahl nicht ändern, sie kommt nur aus den Regeln. Ändern Sie eine Regel oder die Angaben des Leads; genehmigen können Sie ihn bei jeder Punktzahl.",
      "Non, un score ne se change pas à la main : il vient seulement des règles. Modifiez une règle ou les données de la fiche ; vous pouvez approuver un prospect quel que soit son score.",
      "No, la puntuación no se cambia a mano: viene solo de las reglas. Cambie una regla o los datos del lead; puede aprobarlo con cualquier puntuación.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  fading: {
    text: [
      "A score changes when a rule changes, when the lead says something new, or when points fade: a rule can halve its points every so many days.",
      "Eine Punktzahl ändert sich, wenn eine Regel oder der Lead sich ändert, oder wenn Punkte verblassen: Eine Regel kann ihre Punkte alle paar Tage halbieren.",
      "Un score change quand une règle ou la fiche change, ou quand des points diminuent avec le temps.",
      "Una puntuación cambia cuando cambia una regla o el lead, o cuando los puntos se reducen con el tiempo.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  concurrent: {
    text: [
      "Yes, and the later decision counts. Open screens show the first one within seconds, History lists both with who made them, and each can be undone. For notes, rules and settings, the later save is refused and says who changed them.",
      "Ja, und die spätere Entscheidung gilt. Offene Seiten zeigen die erste nach Sekunden, History nennt beide mit Namen, und jede lässt sich rückgängig machen. Bei Notizen, Regeln und Einstellungen wird das spätere Speichern abgelehnt.",
      "Oui, et la dernière décision compte. Les pages ouvertes montrent la première en quelques secondes, History liste les deux avec leurs auteurs, et chacune peut être annulée. Pour les notes, règles et réglages, le second enregistrement est refusé.",
      "Sí, y cuenta la última decisión. Las pantallas abiertas muestran la primera en segundos, History enumera ambas con su autor, y cada una se puede deshacer. En notas, reglas y ajustes, el segundo guardado se rechaza.",
    ],
    links: link("History", "/history"),
  },
  "add-lead": {
    of: "add-lead",
    text: [
      "Choose Add lead under Lead Management and enter name, company, email and notes; pasted emails are read under Lead Scraper, Email Processing.",
      "Wählen Sie in Lead Management Add lead und geben Sie Name, Firma, Mail und Notizen ein.",
      "Dans Lead Management, choisissez Add lead et saisissez nom, entreprise, mail et notes.",
      "En Lead Management elija Add lead y escriba nombre, empresa, correo y notas.",
    ],
    links: [{ label: "Add a lead", href: "/leads?new" }],
  },
  undo: {
    of: "undo",
    text: [
      "Choose Undo in the message that appears after a change, or undo it later under History, for 90 days.",
      "Wählen Sie Undo in der Meldung, oder später unter History. Dort geht das 90 Tage lang.",
      "Choisissez Undo dans le message, ou plus tard dans History, pendant 90 jours.",
      "Elija Undo en el mensaje o, más tarde, en History, durante 90 días.",
    ],
    links: link("History", "/history"),
  },
  comments: {
    of: "comments",
    text: [
      "Say the lead and the text, such as “note on Ann Lee: call in May”, or write a comment in the lead's details; @ mentions a colleague.",
      "Nennen Sie Lead und Text, etwa „Notiz zu Ann Lee: im Mai anrufen“, oder schreiben Sie einen Kommentar in den Details des Leads.",
      "Dites le prospect et le texte, comme « note sur Ann Lee : appeler en mai », ou écrivez un commentaire dans la fiche.",
      "Diga el lead y el texto, como «nota sobre Ann Lee: llamar en mayo», o escriba un comentario en la ficha.",
    ],
    links: LEADS,
  },
  "writing-rules": {
    of: "rules faq-keyword-weights guide-rules",
    text: [
      "Under Rules & Keywords, add a rule or open one to change its name, keywords, points and fields; the preview shows the effect before you save.",
      "Unter Rules & Keywords legen Sie eine Regel an oder ändern Name, Stichwörter, Punkte und Felder; die Vorschau zeigt die Wirkung.",
      "Dans Rules & Keywords, ajoutez une règle ou ouvrez-en une pour changer nom, mots-clés, points et champs ; l'aperçu montre l'effet.",
      "En Rules & Keywords añada una regla o abra una para cambiar nombre, palabras, puntos y campos; la vista previa muestra el efecto.",
    ],
    links: link("Rules & Keywords", "/rules"),
  },
  export: {
    of: "export faq-export-leads",
    text: [
      "Filter the list under Lead Management and choose Export: it downloads exactly those leads as a CSV file that Excel opens.",
      "Filtern Sie die Liste unter Lead Management und wählen Sie Export: Genau diese Leads kommen in eine CSV-Datei, die Excel öffnet.",
      "Filtrez la liste dans Lead Management et choisissez Export : ces prospects sont téléchargés en CSV, lisible par Excel.",
      "Filtre la lista en Lead Management y elija Export: descarga esos leads en un CSV que Excel abre.",
    ],
    links: LEADS,
  },
  duplicates: {
    of: "duplicates",
    text: [
      "Duplicates, above the lead list, shows possible pairs. Compare and merge puts both side by side: choose each value, and one lead keeps both histories. A merge can be undone.",
      "Duplicates über der Leadliste zeigt mögliche Paare. Compare and merge stellt beide nebeneinander: Wählen Sie je Feld den Wert. Das lässt sich rückgängig machen.",
      "Duplicates, au-dessus de la liste, montre les paires possibles. Compare and merge les affiche côte à côte : choisissez chaque valeur. La fusion peut être annulée.",
      "Duplicates, sobre la lista, muestra los pares posibles. Compare and merge los pone juntos: elija cada valor. La fusión se puede deshacer.",
    ],
    links: link("Possible duplicates", "/leads?duplicates"),
  },
  threshold: {
    of: "threshold faq-automatic-qualification",
    text: [
      "Change the threshold under Configuration. It then applies to every lead that nobody has decided on.",
      "Den Schwellenwert ändern Sie unter Configuration. Er gilt dann für alle Leads, über die noch niemand entschieden hat.",
      "Le seuil se modifie dans Configuration. Il s'applique à tous les prospects que personne n'a encore décidés.",
      "El umbral se cambia en Configuration. Se aplica a todos los leads que nadie ha decidido todavía.",
    ],
    links: CONFIGURATION,
  },
  "next-steps": {
    of: "next-steps",
    text: [
      "Say the lead, what to do and when, such as “remind me to call Ann Lee on Friday”, or choose Set next step in the lead's details.",
      "Nennen Sie Lead, Aufgabe und Tag, etwa „erinnere mich am Freitag, Ann Lee anzurufen“, oder wählen Sie beim Lead Set next step.",
      "Dites le prospect, quoi faire et quand, ou choisissez Set next step dans la fiche.",
      "Diga el lead, qué hacer y cuándo, o elija Set next step en la ficha.",
    ],
    links: LEADS,
  },
  tags: {
    of: "tags",
    text: [
      "Choose Add tag in the lead's details; for many leads, select them in the list and choose Tag.",
      "Öffnen Sie den Lead und wählen Sie Add tag; für viele wählen Sie sie in der Liste aus und klicken Tag.",
      "Ouvrez le prospect et choisissez Add tag ; pour plusieurs, sélectionnez-les dans la liste et choisissez Tag.",
      "Abra el lead y elija Add tag; para varios, selecciónelos en la lista y elija Tag.",
    ],
    links: LEADS,
  },
  invite: {
    text: [
      "Owners invite people under Team: enter the email address as username and choose a role. With outgoing email on, the invitation is emailed; otherwise, send the link that appears. It works for 7 days.",
      "Owner laden Personen unter Team ein: Mailadresse als Benutzername eingeben und Rolle wählen. Ist der Mailversand an, kommt die Einladung per Mail; sonst schicken Sie den Link selbst. Er gilt 7 Tage.",
      "Un owner invite des personnes dans Team : l'adresse mail comme nom d'utilisateur, puis un rôle. L'invitation part par mail si l'envoi est activé ; sinon, envoyez le lien affiché. Il vaut 7 jours.",
      "Un owner invita en Team: el correo como nombre de usuario y un rol. La invitación llega por correo si el envío está activo; si no, envíe el enlace que aparece. Vale 7 días.",
    ],
    links: link("Invite a person", "/team?new"),
  },
  report: {
    text: [
      "Under Email Settings, change the report's recipients, frequency, hour and time zone.",
      "Unter Email Settings ändern Sie Empfänger, Häufigkeit, Uhrzeit und Zeitzone des Berichts.",
      "Dans Email Settings, changez destinataires, fréquence, heure et fuseau du rapport.",
      "En Email Settings cambie destinatarios, frecuencia, hora y zona horaria del informe.",
    ],
    links: link("Email Settings", "/email-settings"),
  },
  owners: {
    of: "owners",
    text: [
      "Choose the owner in the lead's details; for many leads, filter and select them in the list and choose Assign.",
      "Den Betreuer wählen Sie beim Lead; für viele filtern und markieren Sie sie in der Liste und wählen Assign.",
      "Le responsable se choisit dans la fiche ; pour plusieurs, filtrez et sélectionnez-les dans la liste, puis Assign.",
      "El responsable se elige en la ficha; para varios, filtre y selecciónelos en la lista y elija Assign.",
    ],
    links: LEADS,
  },
  "mail-to-lead": {
    text: [
      "The chat can't write to leads. Open the lead: its email address is a link, and missing details can be asked for with a drafted follow-up.",
      "Aus dem Chat kann niemand angeschrieben werden. Öffnen Sie den Lead: Die Mailadresse ist ein Link, und fehlende Angaben fragt ein vorbereitetes Follow-up ab.",
      "Le chat n'écrit pas aux prospects. Ouvrez la fiche : l'adresse est un lien, et une relance est déjà rédigée pour ce qui manque.",
      "El chat no escribe a los leads. Abra la ficha: el correo es un enlace, y hay una consulta redactada para lo que falta.",
    ],
    links: LEADS,
  },
  sources: {
    text: [
      "Under Data Sources and Lead Scraper, you can turn each source on or off, edit it or delete it. Its leads stay.",
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
    of: "appearance",
    text: [
      "The button in the header switches between light and dark, or follows the system.",
      "Hell, dunkel oder System wählen Sie oben in der Kopfzeile (theme).",
      "Clair, sombre ou système se choisit dans l'en-tête (theme).",
      "Claro, oscuro o sistema se elige en la cabecera (theme).",
    ],
  },
  "sync-interval": {
    text: [
      "Choose the sync interval under Configuration, Sync.",
      "Den Abstand der Synchronisierungen wählen Sie unter Configuration, Sync.",
      "L'intervalle de synchronisation se choisit dans Configuration, Sync.",
      "El intervalo de sincronización se elige en Configuration, Sync.",
    ],
    links: link("Configuration", "/configuration#sync"),
  },
  configuration: {
    text: [
      "You'll find switches and limits under Configuration.",
      "Schalter und Grenzwerte stehen unter Configuration.",
      "Les réglages se trouvent dans Configuration.",
      "Los ajustes están en Configuration.",
    ],
    links: CONFIGURATION,
  },
  "delete-all": {
    text: [
      "There's no button that deletes everything. Select all leads in the list and choose Delete; an administrator removes the data folder on the server.",
      "Einen Knopf, der alles löscht, gibt es nicht. Markieren Sie alle Leads in der Liste und wählen Sie Delete; den Datenordner entfernt ein Administrator auf dem Server.",
      "Aucun bouton n'efface tout. Sélectionnez tous les prospects dans la liste et choisissez Delete.",
      "No hay un botón que borre todo. Seleccione todos los leads en la lista y elija Delete.",
    ],
    links: LEADS,
  },
  "delete-lead": {
    text: [
      "Delete a lead in its details, or select several in the list. You can undo it, and syncing doesn't bring it back.",
      "Einen Lead löschen Sie in seinen Details, mehrere in der Liste. Das lässt sich rückgängig machen.",
      "Supprimez un prospect dans sa fiche, ou plusieurs dans la liste. Cela peut être annulé.",
      "Elimine un lead en su ficha, o varios en la lista. Se puede deshacer.",
    ],
    links: LEADS,
  },
  "lead-status": {
    text: [
      "Approve or reject leads in their details, one after the other in Review, or several in the list. You can undo it.",
      "Genehmigen oder ablehnen können Sie in den Details, nacheinander in Review oder für mehrere in der Liste.",
      "Approuvez ou rejetez dans la fiche, un par un dans Review, ou plusieurs dans la liste.",
      "Apruebe o rechace en la ficha, uno a uno en Review, o varios en la lista.",
    ],
    links: LEADS,
  },
  views: {
    text: [
      "Set search and filters in the lead list; the plus next to the tabs saves them as a view, for you alone or for everyone. The menu of the open tab shares, renames or deletes it.",
      "Suchen und filtern Sie in der Leadliste; das Plus neben den Tabs speichert das als Ansicht, nur für Sie oder für alle. Im Menü des offenen Tabs teilen, benennen oder löschen Sie sie.",
      "Cherchez et filtrez dans la liste ; le plus à côté des onglets enregistre une vue, pour vous seul ou pour tous. Le menu de l'onglet ouvert la partage, la renomme ou la supprime.",
      "Busque y filtre en la lista; el más junto a las pestañas lo guarda como vista, solo para usted o para todos. El menú de la pestaña abierta la comparte, renombra o elimina.",
    ],
    links: LEADS,
  },
} as const satisfies Readonly<Record<string, TopicText>>;

/** The text of a topic; undefined if it has only a state. */
export function topicText(id: string): TopicText | undefined {
  return Object.hasOwn(TOPIC_TEXTS, id) ? TOPIC_TEXTS[id as keyof typeof TOPIC_TEXTS] : undefined;
}
