import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { mailbox, scrapeTarget, settings } = LIMITS;

export const SOURCES_CHAPTER: HelpChapter = {
  title: "Where leads come from",
  articles: [
    {
      id: "kinds-of-sources",
      title: "Which sources there are",
      text: [
        "Google Sheets, mailboxes over IMAP, websites, web forms, pasted email, files (CSV, TSV, XLSX), and leads added by hand. Google Sheets is the only spreadsheet service that can be connected so far.",
        "Whatever the source, every lead goes through the same door: cleaned, matched with those that are known, scored and qualified.",
      ],
      links: [
        { label: "Data Sources", href: "/data-sources" },
        { label: "Lead Scraper", href: "/lead-scraper" },
        { label: "Gmail Integration", href: "/gmail" },
      ],
      alsoKnownAs: "integrations supported types salesforce hubspot airtable excel online crm connect",
    },
    {
      id: "google-sheets",
      title: "Google Sheets",
      text: [
        "Headers stand in row 1, leads from row 2 on. Columns are found by their names, in any order and many languages; Name, Email, Company, Phone and Notes are the expected ones. Further columns are kept as facts of the lead.",
        "A row that is moved, or a column that is put elsewhere, is still recognised. Removing a row from the sheet never deletes a lead.",
        "When Google asks to slow down or has trouble, Winnow waits and tries again; a read that fails in the end is shown with its cause and since when.",
      ],
      links: [{ label: "Data Sources", href: "/data-sources" }],
      alsoKnownAs: "spreadsheet sheet columns headers range tab google excel row",
    },
    {
      id: "service-accounts",
      title: "Service accounts and API keys",
      text: [
        "A service account is a Google account for a program. Enable the Google Sheets API in a Google Cloud project, create a service account there, download its JSON key, paste the key into the data source, and share the sheet with the account's address as a viewer.",
        "An API key opens only sheets that anyone with the link may view. Both are stored encrypted and never shown again. To replace one, enter a new one; left alone, the stored one stays.",
      ],
      links: [
        { label: "Add a data source", href: "/data-sources?new" },
        { label: "Setup Guide", href: "/setup-guide" },
      ],
      alsoKnownAs: "credentials json key google cloud console permission denied share 403 authentication",
    },
    {
      id: "sync",
      title: "Syncing",
      text: [
        "A sync reads every active data source. It runs by itself at the interval chosen under Configuration and whenever you press Sync Leads Now on the Dashboard. What is unchanged costs nothing; the same sync twice changes nothing.",
        "Each run says how many rows it saw, created, updated, left unchanged, skipped and failed, with the reasons. A sync under way can be cancelled: what it took in stays.",
      ],
      links: [
        { label: "Dashboard", href: "/" },
        { label: "Data Sources", href: "/data-sources" },
      ],
      alsoKnownAs: "refresh update auto-sync schedule interval cancel manual sync now skipped rows",
    },
    {
      id: "max-leads-per-sync",
      title: "How many leads one sync takes in",
      text: [
        `Configuration limits how many leads one sync may take in, ${settings.maxLeadsPerSync.default} unless you say another. Nothing is lost by it: what a sync leaves over is read by the next one, which follows at once while auto-sync is on. In a sheet the limit counts rows that are new or changed, in a mailbox new leads.`,
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "max leads per sync limit batch only 100 rows",
    },
    {
      id: "source-trouble",
      title: "When a source fails",
      text: [
        "Its row says Failing since when, and what the last real try met. Usual causes of a sheet: it is not shared with the service account's address, the Google Sheets API is not enabled in the project, the spreadsheet or the tab was renamed or deleted. Of a mailbox: the app password was withdrawn, or IMAP is switched off.",
        "Mend it, then press Test Connection: it tries for real and names what is still wrong.",
      ],
      links: [
        { label: "Data Sources", href: "/data-sources" },
        { label: "Gmail Integration", href: "/gmail" },
      ],
      alsoKnownAs: "error broken not working failed connection test permission denied not found",
    },
    {
      id: "website-scraping",
      title: "Scraping websites",
      text: [
        "On the Lead Scraper add a target: a website, a directory or a public social profile. Winnow follows links within the same site, contact, about, team and imprint pages first, and reads people and companies with their email addresses and phone numbers.",
        `A target has a limit of pages (${scrapeTarget.maxPages.default} unless you say another) and of depth, and is scraped again hourly, daily, weekly, monthly or only when you press Scrape Now. Pages that did not change are not read again.`,
        "Each run lists its pages with what each gave, or why it gave nothing.",
      ],
      links: [{ label: "Lead Scraper", href: "/lead-scraper" }],
      alsoKnownAs: "crawl website directory target pages depth frequency scrape now",
    },
    {
      id: "robots",
      title: "What scraping respects",
      text: [
        "robots.txt is obeyed, including a crawl-delay; a page it closes is not asked for, and the run says so. One host gets one request at a time, with a pause after each. Winnow says who it is in its User-Agent.",
        "Pages behind a sign-in are not read, and a site that refuses programs is not tricked. Addresses of private networks are refused unless the operator allows them.",
      ],
      links: [{ label: "Lead Scraper", href: "/lead-scraper" }],
      alsoKnownAs: "robots.txt polite blocked legal allowed forbidden login linkedin private network",
    },
    {
      id: "nothing-found",
      title: "When a scrape finds little",
      text: [
        "The run says why: robots.txt closed the pages, the site refused or could not be reached, the pages are empty without scripts, or there were no contacts on them.",
        "For pages that need scripts, switch rendering on in the target's settings; it needs a Chromium on the server. Where the automatic reading goes wrong, CSS selectors in the target's settings say where a record, its name, email and so on stand.",
      ],
      links: [{ label: "Lead Scraper", href: "/lead-scraper" }],
      alsoKnownAs: "no leads found 0 leads empty javascript render selectors css",
    },
    {
      id: "mailbox",
      title: "Connecting a mailbox",
      text: [
        `On the Gmail Integration screen enter the mailbox address and an app password, enable the integration and switch auto-sync on. It is read every ${mailbox.syncInterval.default} minutes unless you choose another interval from ${mailbox.syncInterval.min} to ${mailbox.syncInterval.max}, and sooner when the server announces new mail.`,
        `The first look goes back ${mailbox.firstSyncDays} days. Nothing is marked, moved or deleted in the mailbox. Further mailboxes can be added as data sources of type Email.`,
      ],
      links: [
        { label: "Gmail Integration", href: "/gmail" },
        { label: "Add a data source", href: "/data-sources?new" },
      ],
      alsoKnownAs: "gmail imap inbox email integration folders labels interval unread marked read",
    },
    {
      id: "app-passwords",
      title: "App passwords",
      text: [
        "Gmail lets programs in with a password of their own. In your Google account switch 2-Step Verification on, open App passwords, make one named Winnow, and paste its 16 letters. Your own password stays yours, and you can withdraw this one at any time.",
        "Yahoo and iCloud work alike. An app password is stored encrypted and never shown again.",
      ],
      links: [{ label: "Gmail Integration", href: "/gmail" }],
      alsoKnownAs: "password 2-step verification two factor 2fa sign in refused authentication failed gmail",
    },
    {
      id: "outlook",
      title: "Outlook and Microsoft 365",
      text: [
        "Microsoft has switched off passwords for IMAP in Outlook.com and Microsoft 365, so a direct connection is refused in most organisations. What works everywhere: a rule in Outlook that forwards inquiries to a mailbox that is connected to Winnow. Forwarded messages are read as coming from their first writer.",
        "An Exchange or other server of your own that allows IMAP can be connected as a data source of type Email.",
      ],
      links: [{ label: "Connect Outlook", href: "/lead-scraper?tab=email&connect=outlook" }],
      alsoKnownAs: "microsoft office 365 exchange hotmail forward",
    },
    {
      id: "confidence",
      title: "How sure the email analysis is",
      text: [
        `Each message gets a confidence from 0 to 100 that it is a lead. From the minimum confidence on (${mailbox.minimumConfidence.default} unless you say another) it becomes one. Newsletters, automatic replies, bounces and receipts are recognised by their headers first, then the text is judged, then your own keywords.`,
        "Unfold a message under Email Processing to see what spoke for and against it. The analysis runs on your server; no message is sent anywhere for it.",
      ],
      links: [
        { label: "Email Processing", href: "/gmail?tab=emails" },
        { label: "Automation Rules", href: "/gmail?tab=rules" },
      ],
      alsoKnownAs: "confidence score percent not a lead lead detected minimum spam newsletter ai judge",
    },
    {
      id: "corrections",
      title: "Correcting the email analysis",
      text: [
        "Under Email Processing, say that a message is a lead or is not. The lead is added or taken back accordingly, and similar messages are judged better from then on. Automation Rules lists what was learned; each correction can be taken back.",
      ],
      links: [{ label: "Email Processing", href: "/gmail?tab=emails" }],
      alsoKnownAs: "wrong judgement mistake learn train teach improve false positive",
    },
    {
      id: "automation-rules",
      title: "Automation rules for email",
      text: [
        "A message with an inclusion keyword is more likely a lead; one with an exclusion keyword never is. The minimum confidence says from where on a message counts as a lead. They hold for every mailbox and for pasted email, from the next message on.",
      ],
      links: [{ label: "Automation Rules", href: "/gmail?tab=rules" }],
      alsoKnownAs: "inclusion exclusion keywords filter emails ignore sender",
    },
    {
      id: "pasted-email",
      title: "Analysing a pasted email",
      text: [
        "Paste a message on the Lead Scraper under Email Processing and press Analyze Email for Leads. The text alone will do; with its headers, or as the whole source, more is understood. Name, company, title and phone are read from the signature, and quoted text is left aside.",
      ],
      links: [{ label: "Email Processing", href: "/lead-scraper?tab=email" }],
      alsoKnownAs: "paste copy email text analyze signature",
    },
    {
      id: "web-forms",
      title: "Web forms",
      text: [
        "The Lead Scraper, tab Form Integration, shows one webhook address. Whatever a form sends there becomes a lead: Typeform, Google Forms, Tally, Webflow, Fillout, Facebook lead ads through an integration, or a form on your own website. Fields are understood by their names in many languages; other answers stay with the lead.",
        "Whoever has the address can submit leads and read nothing. Regenerate it if it got into wrong hands. For services on the internet to reach it, the operator sets WINNOW_PUBLIC_URL.",
      ],
      links: [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }],
      alsoKnownAs: "webhook form submission contact form html post url integration regenerate",
    },
    {
      id: "typeform",
      title: "Typeform",
      text: [
        "In Typeform open your form, then Connect, then Webhooks, and add a webhook with the address from Form Integration. Add a secret there and enter the same one in Winnow: responses that Typeform did not sign are then refused. Switch the webhook on; new ones start switched off.",
      ],
      links: [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }],
      alsoKnownAs: "typeform webhook signing secret signature",
    },
    {
      id: "google-forms",
      title: "Google Forms",
      text: [
        "Form Integration offers a script, already filled in with your address. Paste it into the form's Apps Script, choose setUpWinnow beside Run, press Run and allow what Google asks for. Then each response arrives by itself, signed.",
      ],
      links: [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }],
      alsoKnownAs: "apps script google form responses",
    },
    {
      id: "auto-sync",
      title: "Auto-sync and its interval",
      text: [
        `Auto-sync reads the data sources every ${settings.syncIntervalMinutes.default} minutes unless you chose 15 or 30 minutes, 4 hours or a day under Configuration. Switched off, only Sync Leads Now reads them. A mailbox and a scrape target have an interval of their own.`,
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "how often automatic sync interval schedule pause off",
    },
  ],
};
