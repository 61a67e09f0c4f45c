import type { Language } from "#shared/language.ts";

/** The most asked help texts in brief, by the ids of the FAQ entries and articles they stand for. */
export const SHORT_HELP: readonly {
  ids: readonly string[];
  text: Readonly<Record<Exclude<Language, "en">, string>>;
}[] = [
  {
    ids: ["faq-export-leads", "export"],
    text: {
      de: "Wählen Sie in Lead Management die Schaltfläche Export. Sie lädt die angezeigten Leads als CSV-Datei; mit All Status sind es die qualifizierten.",
      fr: "Dans Lead Management, choisissez Export. Les prospects affichés sont téléchargés dans un fichier CSV ; avec All Status, ce sont les qualifiés.",
      es: "En Lead Management, elija Export. Descarga los leads mostrados en un archivo CSV; con All Status, son los calificados.",
    },
  },
  {
    ids: ["faq-import-leads", "import"],
    text: {
      de: "Wählen Sie in Lead Management die Schaltfläche Import. CSV, TSV und XLSX werden gelesen, und Sie prüfen die Spalten vorher.",
      fr: "Dans Lead Management, choisissez Import. Les fichiers CSV, TSV et XLSX sont lus, et vous vérifiez les colonnes avant.",
      es: "En Lead Management, elija Import. Se leen los archivos CSV, TSV y XLSX, y antes puede revisar las columnas.",
    },
  },
  {
    ids: ["rules", "faq-keyword-weights", "guide-rules"],
    text: {
      de: "Öffnen Sie Rules & Keywords und wählen Sie Add rule. Geben Sie einen Namen, die Stichwörter und die Punkte ein; die Vorschau zeigt die Wirkung.",
      fr: "Ouvrez Rules & Keywords et choisissez Add rule. Saisissez le nom, les mots-clés et les points ; l'aperçu montre l'effet de la règle.",
      es: "Abra Rules & Keywords y elija Add rule. Escriba el nombre, las palabras clave y los puntos; la vista previa muestra el efecto de la regla.",
    },
  },
  {
    ids: ["threshold", "faq-automatic-qualification"],
    text: {
      de: "Den Schwellenwert ändern Sie unter Configuration. Er gilt dann für alle Leads, über die noch niemand entschieden hat.",
      fr: "Le seuil se modifie dans Configuration. Il s'applique à tous les prospects que personne n'a encore décidés.",
      es: "El umbral se cambia en Configuration. Se aplica a todos los leads que nadie ha decidido todavía.",
    },
  },
  {
    ids: ["faq-connect-google-sheets", "google-sheets", "guide-sheet", "guide-source"],
    text: {
      de: "Öffnen Sie Data Sources, fügen Sie Google Sheets hinzu und geben Sie die Spreadsheet-ID ein. Für eine private Tabelle braucht es ein Dienstkonto.",
      fr: "Ouvrez Data Sources, ajoutez Google Sheets et collez l'ID de la feuille. Une feuille privée demande un compte de service.",
      es: "Abra Data Sources, añada Google Sheets y pegue el ID de la hoja. Una hoja privada necesita una cuenta de servicio.",
    },
  },
  {
    ids: ["undo"],
    text: {
      de: "Wählen Sie Undo in der Meldung, oder später unter History. So lässt sich jede Änderung 90 Tage lang zurücknehmen.",
      fr: "Choisissez Undo dans le message, ou plus tard dans History. Chaque changement peut être annulé pendant 90 jours.",
      es: "Elija Undo en el mensaje o, más tarde, en History. Cada cambio se puede deshacer durante 90 días.",
    },
  },
  {
    ids: ["add-colleague", "accounts"],
    text: {
      de: "Inhaber fügen unter Team Personen hinzu: Benutzername und Rolle wählen. Die Einladung kommt per Mail oder als Link, der 7 Tage gilt.",
      fr: "Les propriétaires ajoutent des personnes dans Team : choisissez un nom d'utilisateur et un rôle. L'invitation part par mail ou sous forme de lien, valable 7 jours.",
      es: "Los propietarios añaden personas en Team: elija un nombre de usuario y un rol. La invitación llega por correo o como enlace, válido 7 días.",
    },
  },
  {
    ids: ["roles"],
    text: {
      de: "Viewer sehen Leads, Regeln und Zahlen. Member bearbeiten und entscheiden auch. Owner verwalten zusätzlich Team, Datenquellen und Einstellungen.",
      fr: "Un viewer voit les prospects, les règles et les chiffres. Un member modifie et décide aussi. Un owner gère en plus l'équipe, les sources et les réglages.",
      es: "Un viewer ve los leads, las reglas y las cifras. Un member también edita y decide. Un owner gestiona además el equipo, las fuentes y los ajustes.",
    },
  },
  {
    ids: ["forgotten-password"],
    text: {
      de: "Ihr Passwort ändern Sie unter Account. Haben Sie es vergessen, erstellt ein Inhaber unter Team einen Link zum Zurücksetzen.",
      fr: "Le mot de passe se change dans Account. En cas d'oubli, un propriétaire crée un lien de réinitialisation dans Team.",
      es: "La contraseña se cambia en Account. Si la olvidó, un propietario crea un enlace para restablecerla en Team.",
    },
  },
  {
    ids: ["mailbox", "app-passwords", "mail-sign-in"],
    text: {
      de: "Öffnen Sie Gmail Integration und geben Sie die Adresse und ein App-Passwort ein, oder melden Sie sich mit Google oder Microsoft 365 an. Test Connection prüft die Verbindung.",
      fr: "Ouvrez Gmail Integration et saisissez l'adresse et un mot de passe d'application, ou connectez-vous avec Google ou Microsoft 365. Test Connection vérifie la connexion.",
      es: "Abra Gmail Integration y escriba la dirección y una contraseña de aplicación, o inicie sesión con Google o Microsoft 365. Test Connection comprueba la conexión.",
    },
  },
  {
    ids: [
      "reports",
      "report-schedule",
      "faq-report-frequency",
      "recipients",
      "guide-reports",
      "smtp-settings",
      "faq-smtp",
    ],
    text: {
      de: "Unter Email Settings stehen Mailserver, Empfänger und Häufigkeit: täglich, wöchentlich am Montag oder monatlich am Ersten.",
      fr: "Dans Email Settings se trouvent le serveur, les destinataires et la fréquence : chaque jour, chaque lundi ou le premier du mois.",
      es: "En Email Settings están el servidor, los destinatarios y la frecuencia: cada día, cada lunes o el primero de mes.",
    },
  },
  {
    ids: ["website-scraping"],
    text: {
      de: "Fügen Sie im Lead Scraper ein Ziel mit Name und URL hinzu und wählen Sie, wie oft es gelesen wird. Scrape Now liest es sofort.",
      fr: "Dans Lead Scraper, ajoutez une cible avec un nom et une URL, et choisissez sa fréquence. Scrape Now la lit tout de suite.",
      es: "En Lead Scraper, añada un sitio con nombre y URL y elija la frecuencia. Scrape Now lo lee de inmediato.",
    },
  },
  {
    ids: ["retention"],
    text: {
      de: "Leads ohne Aktivität werden nach 90 Tagen entfernt, oder nach der Zahl der Tage unter Configuration. Genehmigte Leads bleiben.",
      fr: "Les prospects sans activité sont supprimés après 90 jours, ou le nombre de jours fixé dans Configuration. Les prospects approuvés restent.",
      es: "Los leads sin actividad se eliminan tras 90 días, o los días fijados en Configuration. Los aprobados se quedan.",
    },
  },
  {
    ids: ["api-tokens"],
    text: {
      de: "Ein API-Token erstellen Sie unter Account, mit Name, Rechten und Ablaufdatum. Er wird nur einmal angezeigt.",
      fr: "Un jeton d'API se crée dans Account, avec un nom, des droits et une expiration. Il n'est affiché qu'une fois.",
      es: "Un token de API se crea en Account, con nombre, permisos y caducidad. Solo se muestra una vez.",
    },
  },
  {
    ids: ["crm"],
    text: {
      de: "Unter Integrations verbinden Inhaber HubSpot, Pipedrive oder Salesforce. Ein Lead wird bei der Freigabe gesendet, auf Wunsch schon bei der Qualifizierung oder nur von Hand.",
      fr: "Dans Integrations, les propriétaires connectent HubSpot, Pipedrive ou Salesforce. Un prospect est envoyé à son approbation, ou si vous voulez dès sa qualification ou à la main.",
      es: "En Integrations, los propietarios conectan HubSpot, Pipedrive o Salesforce. Un lead se envía al aprobarlo o, si quiere, al calificarlo o a mano.",
    },
  },
  {
    ids: ["duplicates"],
    text: {
      de: "Mögliche Dubletten stehen unter Lead Management, Possible duplicates. Dort führen Sie zwei Leads zusammen oder behalten beide.",
      fr: "Les doublons possibles sont dans Lead Management, Possible duplicates. Vous y fusionnez deux prospects ou gardez les deux.",
      es: "Los posibles duplicados están en Lead Management, Possible duplicates. Allí puede fusionar dos leads o conservar ambos.",
    },
  },
  {
    ids: ["lead-status"],
    text: {
      de: "Pending: neu, unter dem Schwellenwert. Qualified: Schwellenwert erreicht. Approved: von einer Person freigegeben. Rejected: von einer Person abgelehnt.",
      fr: "Pending : nouveau, sous le seuil. Qualified : seuil atteint. Approved : approuvé par une personne. Rejected : rejeté par une personne.",
      es: "Pending: nuevo, por debajo del umbral. Qualified: alcanzó el umbral. Approved: aprobado por una persona. Rejected: rechazado por una persona.",
    },
  },
];
