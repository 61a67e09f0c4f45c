import { LIMITS } from "#shared/limits.ts";
import type { FaqEntry } from "#shared/help/help-text.ts";

const { qualificationThreshold: threshold, rule, report, import: files } = LIMITS;
const HOUR = `${String(report.hour.default).padStart(2, "0")}:00`;

/** What people ask first, with answers of a few sentences. */
export const FAQ: readonly FaqEntry[] = [
  {
    id: "connect-google-sheets",
    category: "Setup",
    question: "How do I connect my Google Sheet?",
    answer: `Open Data Sources, add a source of type Google Sheets, and paste the spreadsheet ID or the whole address of the sheet. The range, for example Sheet1!A1:Z1000, may stay empty: then the whole first sheet is read.

A private sheet needs a service account: paste its JSON key, and share the sheet with the account's address as a viewer. Test Connection says which headers it found, or what is wrong and how to mend it.`,
    links: [
      { label: "Add a data source", href: "/data-sources?new" },
      { label: "Setup Guide", href: "/setup-guide" },
    ],
  },
  {
    id: "service-account",
    category: "Setup",
    question: "Do I need a service account?",
    answer: `For a private sheet, yes: without one, Google does not let Winnow read live data. In the Google Cloud console enable the Google Sheets API, create a service account and download a JSON key; it needs no role there. A sheet that anyone with the link may view can be read with an API key instead. Use that only for data that anyone may see.`,
    links: [{ label: "Data Sources", href: "/data-sources" }],
  },
  {
    id: "expected-columns",
    category: "Setup",
    question: "Which columns should my sheet have?",
    answer: `Headers in row 1, one lead in each row from row 2 on. Name, Email and Company are expected; Phone and Notes are good to have. Their order and case do not matter, and common other names and languages for them are understood. Further columns are kept with the lead and keywords are looked for in them, too. A row needs something to contact: an email address, a phone number or a profile address.`,
    links: [{ label: "Setup Guide", href: "/setup-guide" }],
  },
  {
    id: "keyword-weights",
    category: "Lead Scoring",
    question: "How do keyword weights make a score?",
    answer: `Each rule has keywords and a weight from ${rule.weight.min} to ${rule.weight.max}, ${rule.weight.default} unless you say another. For every different keyword of an active rule found in a lead, the lead gets that rule's weight once, however often the word occurs. The points are added up, what rules with a weight below 0 give is taken off, and a score ends at ${LIMITS.score.max}. Open a lead to see each point with its rule, its keyword and the sentence it was found in.`,
    links: [{ label: "Rules & Keywords", href: "/rules" }],
  },
  {
    id: "automatic-qualification",
    category: "Lead Scoring",
    question: "When is a lead qualified automatically?",
    answer: `When its score reaches the threshold: ${threshold.default} or more, unless you chose another threshold under Configuration. When a rule or the threshold changes, every lead is decided afresh, in either direction. A status that a person set is never changed by a rule.`,
    links: [
      { label: "Configuration", href: "/configuration" },
      { label: "Qualified leads", href: "/leads?status=qualified" },
    ],
  },
  {
    id: "what-a-keyword-matches",
    category: "Lead Scoring",
    question: "What does a keyword match?",
    answer: `Whole words, in any case and with or without accents: budget is found in "Budgets", not in "budgetary". A phrase is found with spaces or punctuation between its words. With a star at its end, as in integrat*, every word that begins so is found. Keywords are looked for in company, industry, job title, notes, messages, form answers, extra columns and the domain of the email, never in the name.`,
    links: [{ label: "Rules & Keywords", href: "/rules" }],
  },
  {
    id: "smtp",
    category: "Email Reports",
    question: "How do I set up email reports?",
    answer: `In Email Settings enter your mail server (SMTP host, port, username, password), the address that reports come from and one or more recipients. Test Connection tries it without sending; Send Test Report sends a real report. Gmail, Yahoo and iCloud want an app password rather than your own. Port ${LIMITS.emailSettings.defaultPort} with TLS is right for most providers.`,
    links: [{ label: "Email Settings", href: "/email-settings" }],
  },
  {
    id: "report-frequency",
    category: "Email Reports",
    question: "How often are reports sent?",
    answer: `As you choose in Email Settings: daily, weekly on Monday, or monthly on the first, at ${HOUR} unless you set another hour or time zone there. Generate Report on the Dashboard sends one at once. A report that was due while the server was off leaves when it starts again.`,
    links: [{ label: "Email Settings", href: "/email-settings" }],
  },
  {
    id: "report-content",
    category: "Email Reports",
    question: "What is in a report?",
    answer: `All qualified and approved leads, new ones first, then by score: the first ${report.leadsInBody} in the message with the reasons for their scores, and up to ${report.leadsInAttachment.toLocaleString("en")} in a CSV file attached to it, as far as its size allows.`,
    links: [{ label: "Qualified leads", href: "/leads?status=qualified" }],
  },
  {
    id: "supported-sources",
    category: "Data Sources",
    question: "Which data sources are supported?",
    answer: `The spreadsheet service supported so far is Google Sheets. Leads also come from mailboxes over IMAP (Gmail and others), websites that are scraped, web forms (Typeform, Google Forms and any form that can send to an address), pasted email, and files (CSV, TSV, XLSX), and they can be added by hand. Excel Online, Airtable and CRM systems cannot be connected: import a file of theirs instead.`,
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
    answer: `Every ${LIMITS.settings.syncIntervalMinutes.default} minutes unless you chose another interval under Configuration, and whenever you press Sync Leads Now on the Dashboard. Syncing again changes nothing where nothing changed, and a lead that you deleted does not come back.`,
    links: [{ label: "Configuration", href: "/configuration" }],
  },
  {
    id: "source-failing",
    category: "Data Sources",
    question: "Why is my data source failing?",
    answer: `Its row under Data Sources says what the last real try met: most often the sheet is not shared with the service account's address, the Google Sheets API is not enabled, or the sheet or tab was renamed or deleted. Mend it and press Test Connection.`,
    links: [{ label: "Data Sources", href: "/data-sources" }],
  },
  {
    id: "export-leads",
    category: "Data Export",
    question: "How do I export my leads?",
    answer: `Press Export in Lead Management: the leads of the chosen status, search and filters come as a CSV file. With All Status the qualified ones are exported. A backup of all leads is under Configuration, Data Export.`,
    links: [
      { label: "Lead Management", href: "/leads" },
      { label: "Configuration", href: "/configuration" },
    ],
  },
  {
    id: "export-format",
    category: "Data Export",
    question: "Can I open the export in Excel or Google Sheets?",
    answer: `Yes. It is a CSV file in UTF-8. A value that a spreadsheet would take for a formula is defused with an apostrophe, and importing the file into Winnow takes that away again.`,
    links: [{ label: "Lead Management", href: "/leads" }],
  },
  {
    id: "import-leads",
    category: "Data Export",
    question: "Can I bring leads in from a file?",
    answer: `Yes: Import in Lead Management reads CSV, TSV and XLSX files of up to ${files.fileBytes / 1_000_000_000} GB. It shows how it understands the columns before anything is taken in, gives you a file of the rows it left out and why, and a whole import can be undone.`,
    links: [{ label: "Import a file", href: "/leads?import" }],
  },
];
