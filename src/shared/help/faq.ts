import { fieldNoun } from "#shared/field-words.ts";
import { SCORED_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { FaqEntry } from "#shared/help/help-text.ts";

const { qualificationThreshold: threshold, rule, report, import: files } = LIMITS;
const HOUR = `${String(report.hour.default).padStart(2, "0")}:00`;

/** The most common questions. */
export const FAQ: readonly FaqEntry[] = [
  {
    id: "connect-google-sheets",
    category: "Setup",
    question: "How do I connect my Google Sheet?",
    answer: `Open Data Sources, add a source of type Google Sheets, and paste the spreadsheet ID or the sheet's URL. The range, such as Sheet1!A1:Z1000, is optional; without one, Winnow reads the whole first sheet.

A private sheet needs a service account: paste its JSON key, and share the sheet with the account's address as a viewer. Test Connection shows the headers it found, or how to fix what's wrong.`,
    links: [
      { label: "Add a data source", href: "/data-sources?new" },
      { label: "Setup Guide", href: "/setup-guide" },
    ],
  },
  {
    id: "service-account",
    category: "Setup",
    question: "Do I need a service account?",
    answer: `For a private sheet, yes: without one, Google doesn't let Winnow read live data. In the Google Cloud console, enable the Google Sheets API, create a service account without a role, and download a JSON key. For a sheet that anyone with the link can view, an API key is enough. Use that only for public data.`,
    links: [{ label: "Data Sources", href: "/data-sources" }],
  },
  {
    id: "expected-columns",
    category: "Setup",
    question: "Which columns should my sheet have?",
    answer: `Put headers in row 1 and one lead per row from row 2 on. Winnow expects Name, Email and Company; Phone and Notes are optional. Order and case don't matter, and Winnow recognizes common synonyms and languages. Other columns are stored with the lead, and keywords match them too. Each row needs an email, a phone number or a profile URL.`,
    links: [{ label: "Setup Guide", href: "/setup-guide" }],
  },
  {
    id: "keyword-weights",
    category: "Lead Scoring",
    question: "How do keyword weights make a score?",
    answer: `Each rule has keywords and a weight from ${rule.weight.min} to ${rule.weight.max} (${rule.weight.default} by default). A lead gets the rule's weight once for each keyword found, however often the word occurs. The points add up, negative weights subtract, and the score is capped at ${LIMITS.score.max}. Open a lead to see each point with its rule, its keyword and the sentence it matched.`,
    links: [{ label: "Rules & Keywords", href: "/rules" }],
  },
  {
    id: "automatic-qualification",
    category: "Lead Scoring",
    question: "When is a lead qualified automatically?",
    answer: `When its score reaches the threshold: ${threshold.default} or more, unless you changed the threshold under Configuration. When a rule or the threshold changes, all leads are updated. Rules never change a status that a person set.`,
    links: [
      { label: "Configuration", href: "/configuration#lead-processing" },
      { label: "Qualified leads", href: "/leads?status=qualified" },
    ],
  },
  {
    id: "what-a-keyword-matches",
    category: "Lead Scoring",
    question: "What does a keyword match?",
    answer: `Whole words, ignoring case and accents: budget matches "Budgets" but not "budgetary". In a phrase, spaces or punctuation may separate the words. Use * to match any ending, as in integrat*. Keywords match ${SCORED_FIELDS.map(fieldNoun).join(", ")}, messages, form answers, extra columns and the email's domain, but never the name.`,
    links: [{ label: "Rules & Keywords", href: "/rules" }],
  },
  {
    id: "smtp",
    category: "Email Reports",
    question: "How do I set up email reports?",
    answer: `In Email Settings, enter your mail server (SMTP host, port, username and password), the sender's address and one or more recipients. Test Connection checks it without sending; Send Test Report sends a report only to you. Gmail, Yahoo and iCloud require an app password. Most providers use port ${LIMITS.emailSettings.defaultPort} with TLS.`,
    links: [{ label: "Email Settings", href: "/email-settings" }],
  },
  {
    id: "report-frequency",
    category: "Email Reports",
    question: "How often are reports sent?",
    answer: `Choose in Email Settings: daily, weekly on Monday, or monthly on the first, at ${HOUR} unless you set another hour or time zone. Generate Report on the Dashboard sends one after you confirm. A report missed while the server was off is sent when it starts again.`,
    links: [{ label: "Email Settings", href: "/email-settings" }],
  },
  {
    id: "report-content",
    category: "Email Reports",
    question: "What is in a report?",
    answer: `Qualified and approved leads, new ones first, then by score. The email lists the first ${report.leadsInBody} with the main reasons for their scores. A CSV attachment has up to ${report.leadsInAttachment.toLocaleString("en")}, as far as its size allows.`,
    links: [{ label: "Qualified leads", href: "/leads?status=qualified" }],
  },
  {
    id: "supported-sources",
    category: "Data Sources",
    question: "Which data sources are supported?",
    answer: `Google Sheets is the only spreadsheet service supported so far. Leads also come from JSON APIs (Airtable, NocoDB, HubSpot forms and others), mailboxes over IMAP (Gmail and others), scraped websites, web forms (Typeform, Google Forms and any form that can post to a URL), pasted email, and files (CSV, TSV, XLSX). You can also add them by hand. For Excel Online and CRM systems, import a file.`,
    links: [
      { label: "Data Sources", href: "/data-sources" },
      { label: "Lead Scraper", href: "/lead-scraper" },
      { label: "Import a file", href: "/leads?import" },
    ],
  },
  {
    id: "sync-frequency",
    category: "Data Sources",
    question: "How often are my data sources synced?",
    answer: `Every ${LIMITS.settings.syncIntervalMinutes.default} minutes unless you changed the interval under Configuration, and when you choose Sync Leads Now on the Dashboard. Syncing twice is safe, and deleted leads don't come back.`,
    links: [{ label: "Configuration", href: "/configuration#sync" }],
  },
  {
    id: "source-failing",
    category: "Data Sources",
    question: "Why is my data source failing?",
    answer: `Its row under Data Sources shows why. Usually the sheet isn't shared with the service account's address, the Google Sheets API isn't enabled, or the sheet or tab was renamed or deleted. Fix the problem and choose Test Connection.`,
    links: [{ label: "Data Sources", href: "/data-sources" }],
  },
  {
    id: "export-leads",
    category: "Data Export",
    question: "How do I export my leads?",
    answer: `Choose Export in Lead Management to download a CSV file of the leads that match your search and filters. With All Status, it contains the qualified leads. To download all leads, use Data export under Configuration.`,
    links: [
      { label: "Lead Management", href: "/leads" },
      { label: "Configuration", href: "/configuration" },
    ],
  },
  {
    id: "export-format",
    category: "Data Export",
    question: "Can I open the export in Excel or Google Sheets?",
    answer: `Yes. It's a CSV file in UTF-8. Values that a spreadsheet would treat as a formula get a leading apostrophe, which Winnow removes when you import the file again.`,
    links: [{ label: "Lead Management", href: "/leads" }],
  },
  {
    id: "import-leads",
    category: "Data Export",
    question: "Can I import leads from a file?",
    answer: `Yes: Import in Lead Management reads CSV, TSV and XLSX files up to ${files.fileBytes / 1_000_000_000} GB. You can check the column mapping first, download skipped rows with the reasons, and undo the whole import.`,
    links: [{ label: "Import a file", href: "/leads?import" }],
  },
];
