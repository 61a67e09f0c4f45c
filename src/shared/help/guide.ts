import { LIMITS } from "#shared/limits.ts";
import type { GuideStep } from "#shared/help/help-text.ts";

const { qualificationThreshold: threshold, rule, report, emailSettings } = LIMITS;
const HOUR = `${String(report.hour.default).padStart(2, "0")}:00`;

/** The five steps of the Setup Guide, in the order they are done. */
export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: "sheet",
    title: "Prepare the sheet",
    text: "Put the headers into row 1 of a Google Sheet and one lead into each row from row 2 on.",
    points: [
      "The expected columns are Name, Email, Company, Phone and Notes, in any order.",
      "Each lead needs an email address, a phone number or a profile address.",
      "Further columns are welcome: they are kept with the lead, and keywords are looked for in them.",
    ],
    link: null,
  },
  {
    id: "credentials",
    title: "Get credentials",
    text: "A private sheet is read through a Google service account, which you create once.",
    points: [
      "In the Google Cloud console, open or create a project and enable the Google Sheets API.",
      "Under IAM & Admin, Service Accounts, create a service account. It needs no role.",
      "Open it, choose Keys, Add key, Create new key, JSON, and keep the downloaded file.",
      "In the sheet, press Share and add the account's address as a viewer.",
    ],
    link: null,
  },
  {
    id: "source",
    title: "Add a data source",
    text: "Tell Winnow which sheet to read, and with which key.",
    points: [
      "Add a data source of type Google Sheets and paste the spreadsheet ID, or the sheet's whole address.",
      "Paste the service account's JSON key. It is stored encrypted and never shown again.",
      "The range, as Sheet1!A1:Z1000, may stay empty: then the whole first sheet is read.",
      "Press Test Connection: it names the headers it found, or what is wrong and how to mend it.",
    ],
    link: { label: "Data Sources", href: "/data-sources" },
  },
  {
    id: "rules",
    title: "Set up rules",
    text: "Rules say which words make a lead worth a call.",
    points: [
      "A rule has a name, keywords separated by commas, and a weight.",
      `Each keyword found adds the weight to the score, ${rule.weight.default} unless you say another, up to ${LIMITS.score.max} in all.`,
      `Leads with a score of ${threshold.default} or more are automatically qualified, unless another threshold is set under Configuration.`,
    ],
    link: { label: "Rules & Keywords", href: "/rules-keywords" },
  },
  {
    id: "reports",
    title: "Configure email reports",
    text: "Let Winnow mail the qualified leads to whoever follows them up.",
    points: [
      `Enter your mail server, the sender and the recipients. Port ${emailSettings.defaultPort} with TLS is right for most providers.`,
      "Gmail, Yahoo and iCloud want an app password instead of your own.",
      `Choose how often: daily, weekly on Monday, or monthly on the first, at ${HOUR} unless you set another hour or time zone.`,
      "Press Test Connection, save, and send a test report.",
    ],
    link: { label: "Email Settings", href: "/email-settings" },
  },
];

/** The example sheet of the guide: the headers, and rows as they may stand below them. */
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
