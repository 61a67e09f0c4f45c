import { LIMITS } from "#shared/limits.ts";
import type { GuideStep } from "#shared/help/help-text.ts";

const { qualificationThreshold: threshold, rule, report, emailSettings } = LIMITS;
const HOUR = `${String(report.hour.default).padStart(2, "0")}:00`;

/** The Setup Guide's steps in order. */
export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: "sheet",
    title: "Prepare the sheet",
    text: "Put headers in row 1 of a Google Sheet and one lead per row from row 2 on.",
    points: [
      "The expected columns are Name, Email, Company, Phone and Notes, in any order.",
      "Each lead needs an email, a phone number or a profile URL.",
      "You can add other columns. Keywords match them too.",
    ],
    link: null,
  },
  {
    id: "credentials",
    title: "Get credentials",
    text: "Winnow reads private sheets with a Google service account, which you create once.",
    points: [
      "In the Google Cloud console, open or create a project and enable the Google Sheets API.",
      "Under IAM & Admin, Service Accounts, create a service account. It needs no role.",
      "Open it, choose Keys, Add key, Create new key, JSON, and save the file.",
      "In the sheet, choose Share and add the account's address as a viewer.",
    ],
    link: null,
  },
  {
    id: "source",
    title: "Add a data source",
    text: "Connect the sheet to Winnow with your key.",
    points: [
      "Add a data source of type Google Sheets and paste the spreadsheet ID or the sheet's URL.",
      "Paste the service account's JSON key. It's stored encrypted and never shown again.",
      "The range, such as Sheet1!A1:Z1000, is optional. Without one, Winnow reads the whole first sheet.",
      "Choose Test Connection to see the headers it found, or how to fix what's wrong.",
    ],
    link: { label: "Data Sources", href: "/data-sources" },
  },
  {
    id: "rules",
    title: "Set up rules",
    text: "Rules score leads by their keywords.",
    points: [
      "A rule has a name, keywords separated by commas, and a weight.",
      `Each keyword found adds the weight (${rule.weight.default} by default) to the score, up to ${LIMITS.score.max}.`,
      `Leads with a score of ${threshold.default} or more are automatically qualified. Change the threshold under Configuration.`,
    ],
    link: { label: "Rules & Keywords", href: "/rules-keywords" },
  },
  {
    id: "reports",
    title: "Configure email reports",
    text: "Get qualified leads in your team's inbox.",
    points: [
      `Enter your mail server, the sender and the recipients. Most providers use port ${emailSettings.defaultPort} with TLS.`,
      "Gmail, Yahoo and iCloud require an app password.",
      `Choose a frequency: daily, weekly on Monday, or monthly on the first, at ${HOUR} unless you set another hour or time zone.`,
      "Choose Test Connection, save, and send a test report.",
    ],
    link: { label: "Email Settings", href: "/email-settings" },
  },
];

/** The guide's example sheet. */
export const EXAMPLE_SHEET = {
  headers: ["Name", "Email", "Company", "Phone", "Notes"],
  rows: [
    ["Ann Okafor", "ann@northwind.example", "Northwind", "+44 20 7946 0018", "Asked for a demo and a price"],
    ["Boris Novak", "boris@novak.example", "Novak Logistics", "+420 234 567 890", "Contract ends in May"],
    [
      "Carla Rossi",
      "carla@rossi.example",
      "Rossi Foods",
      "+39 06 5550 0142",
      "Has the budget for a pilot this quarter",
    ],
  ],
} as const satisfies { headers: readonly string[]; rows: readonly (readonly string[])[] };
