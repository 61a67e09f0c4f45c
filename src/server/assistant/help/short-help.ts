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
];
