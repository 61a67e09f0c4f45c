import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { jsonApi, mailbox, scrapeTarget, settings } = LIMITS;

export const SOURCES_CHAPTER: HelpChapter = {
  title: "Where leads come from",
  articles: [
    {
      id: "kinds-of-sources",
      title: "Supported sources",
      text: [
        "Google Sheets, JSON APIs such as those of Airtable, NocoDB and HubSpot forms, mailboxes over IMAP, websites, web forms, pasted email, files (CSV, TSV, XLSX), and leads added by hand. Google Sheets is the only spreadsheet service you can connect so far.",
        "Leads from every source are cleaned up, checked for duplicates, scored and qualified the same way.",
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
        "Put headers in row 1 and leads from row 2 on. Winnow finds columns by name, in any order and many languages. It expects Name, Email, Company, Phone and Notes, and stores any other columns with the lead.",
        "You can move rows and columns. Removing a row from the sheet never deletes a lead.",
        "If Google limits requests or has an outage, Winnow waits and retries. If reading still fails, you see the reason and since when.",
      ],
      links: [{ label: "Data Sources", href: "/data-sources" }],
      alsoKnownAs: "spreadsheet sheet columns headers range tab google excel row",
    },
    {
      id: "sheet-write-back",
      title: "Writing scores to the sheet",
      text: [
        "Under Integrations, owners choose a Google Sheets source and the columns Winnow adds to it: score, status, owner, reasons and a link to the lead. Share the sheet with the service account's address as Editor. Winnow requests permission to write only for these sheets.",
        "Rows are found by ID or email, like in a sync, so you can sort, move and insert rows and columns at any time. Changes are written together, within half a minute. Winnow reads the sheet again after each write and corrects what others moved in the meantime.",
        "The columns belong to Winnow: it replaces what is typed there, names a renamed column again and adds a deleted one again. A sync never reads them. A column with such a name that Winnow didn't add stays as it is, and nothing is written until you rename or delete it.",
        `Only one source can write to a tab. If writing fails, Integrations shows why, the bell reports it after an hour, and the write-back is turned off after ${LIMITS.webhook.failingDays} days. Syncs and scoring go on.`,
      ],
      links: [{ label: "Integrations", href: "/integrations" }],
      alsoKnownAs: "write back google sheet spreadsheet export column score status editor two-way update",
    },
    {
      id: "service-accounts",
      title: "Service accounts and API keys",
      text: [
        "A service account is a Google account for an app. In a Google Cloud project, enable the Google Sheets API, create a service account and download its JSON key. Paste the key into the data source and share the sheet with the account's address as a viewer.",
        "An API key only opens sheets that anyone with the link can view. Both are stored encrypted and never shown again. To replace one, enter a new one; leave the field empty to keep it.",
      ],
      links: [
        { label: "Add a data source", href: "/data-sources?new" },
        { label: "Setup Guide", href: "/setup-guide" },
      ],
      alsoKnownAs: "credentials json key google cloud console permission denied share 403 authentication",
    },
    {
      id: "json-api",
      title: "JSON APIs",
      text: [
        "Add a data source of type JSON API to read leads from a web service. Choose Airtable, NocoDB or HubSpot form to start with its settings, or enter the URL, headers, the path to the rows and the pagination yourself. A path names keys with dots, such as data.items.",
        "Test Connection reads the first page, stores nothing, and shows the fields, what each becomes and the first leads. Fields are recognized by name, and the rest is stored with the lead. Choose a Row ID, so that a changed row updates its lead.",
        `Header values are encrypted, never shown again, and only sent to the server in the URL; for another server, enter them again. An attached file is stored as its name. A sync reads up to ${jsonApi.rows.toLocaleString("en-US")} rows and ${jsonApi.pages.toLocaleString("en-US")} pages, and waits up to a minute for each page if the API asks for it. If it can't read all pages, the rows before are imported.`,
      ],
      links: [{ label: "Add a data source", href: "/data-sources?new&type=json_api" }],
      alsoKnownAs: "airtable nocodb hubspot form rest endpoint http pagination cursor token bearer header webservice",
    },
    {
      id: "sync",
      title: "Syncing",
      text: [
        "A sync reads every active data source. It runs automatically at the interval set under Configuration, and when you choose Sync Leads Now on the Dashboard. Syncing twice is safe: unchanged rows are skipped.",
        "Each run reports the rows it read, created, updated, left unchanged, skipped and failed, with reasons. You can cancel a running sync; leads it already imported stay.",
      ],
      links: [
        { label: "Dashboard", href: "/" },
        { label: "Data Sources", href: "/data-sources" },
      ],
      alsoKnownAs: "refresh update auto-sync schedule interval cancel manual sync now skipped rows",
    },
    {
      id: "max-leads-per-sync",
      title: "Limiting leads per sync",
      text: [
        `Configuration limits how many leads one sync imports; the default is ${settings.maxLeadsPerSync.default}. Nothing is lost: the next sync continues where this one stopped, right away while auto-sync is on. For a sheet, the limit counts new and changed rows; for a mailbox, new leads.`,
      ],
      links: [{ label: "Configuration", href: "/configuration#lead-limits" }],
      alsoKnownAs: "max leads per sync limit batch only 100 rows",
    },
    {
      id: "source-trouble",
      title: "When a source fails",
      text: [
        "The source shows since when it has been failing, and why. For a sheet, check that it's shared with the service account's address, that the Google Sheets API is enabled, and that the spreadsheet or tab wasn't renamed or deleted. For a mailbox, check that the app password wasn't revoked and that IMAP is on. For a JSON API, Test Connection shows the problem at the setting to fix.",
        "Fix the problem and choose Test Connection. It makes a real connection and names anything that's still wrong.",
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
        "On the Lead Scraper, add a target: a website, a directory or a public social profile. Winnow follows links within the site, starting with contact, about, team and legal notice pages, and finds people and companies with their email addresses and phone numbers.",
        `Each target has a depth limit and a page limit (${scrapeTarget.maxPages.default} by default). Winnow scrapes it hourly, daily, weekly, monthly, or only when you choose Scrape Now. Unchanged pages aren't read again.`,
        "Each run lists its pages with the leads found, or the reason there were none.",
      ],
      links: [{ label: "Lead Scraper", href: "/lead-scraper" }],
      alsoKnownAs: "crawl website directory target pages depth frequency scrape now",
    },
    {
      id: "robots",
      title: "robots.txt and scraping limits",
      text: [
        "robots.txt is obeyed, including a crawl-delay, and the run lists the pages it blocked. Winnow sends one request at a time to each host, with a pause in between, and identifies itself in its User-Agent.",
        "It doesn't sign in to sites or work around blocks. Private network addresses are refused unless your administrator allows them.",
      ],
      links: [{ label: "Lead Scraper", href: "/lead-scraper" }],
      alsoKnownAs: "robots.txt polite blocked legal allowed forbidden login linkedin private network",
    },
    {
      id: "nothing-found",
      title: "When a scrape finds few leads",
      text: [
        "The run shows why: robots.txt blocked the pages, the site refused or couldn't be reached, the pages need JavaScript, or they have no contacts.",
        "For pages that need JavaScript, turn on rendering in the target's settings; the server needs Chromium. If the wrong text is picked up, set CSS selectors for the record, name, email and other fields.",
      ],
      links: [{ label: "Lead Scraper", href: "/lead-scraper" }],
      alsoKnownAs: "no leads found 0 leads empty javascript scripts render selectors css",
    },
    {
      id: "mailbox",
      title: "Connecting a mailbox",
      text: [
        `On the Gmail Integration screen, enter the mailbox address and an app password, then turn on the integration and auto-sync. Winnow checks the mailbox every ${mailbox.syncInterval.default} minutes, or any interval from ${mailbox.syncInterval.min} to ${mailbox.syncInterval.max}, and right away if the server reports new mail.`,
        `The first sync goes back ${mailbox.firstSyncDays} days. Winnow never marks, moves or deletes your mail. Add more mailboxes as data sources of type Email.`,
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
        "Gmail requires an app password. In your Google account, turn on 2-Step Verification, open App passwords, create one named Winnow and paste its 16 letters. You can revoke it at any time.",
        "Yahoo and iCloud work the same way. App passwords are stored encrypted and never shown again.",
      ],
      links: [{ label: "Gmail Integration", href: "/gmail" }],
      alsoKnownAs: "password 2-step verification two factor 2fa sign in refused authentication failed gmail",
    },
    {
      id: "outlook",
      title: "Outlook and Microsoft 365",
      text: [
        "Microsoft doesn't accept passwords for IMAP, so sign in instead: on the Gmail Integration screen, set up Microsoft 365 under Sign in without a password. If your organization doesn't allow that, add an Outlook rule that forwards inquiries to a mailbox connected to Winnow. Winnow attributes forwarded messages to their original sender.",
        "If your own Exchange or other server allows IMAP, connect it as a data source of type Email.",
      ],
      links: [
        { label: "Gmail Integration", href: "/gmail" },
        { label: "Connect Outlook", href: "/lead-scraper?tab=email&connect=outlook" },
      ],
      alsoKnownAs: "microsoft office 365 exchange hotmail forward",
    },
    {
      id: "mail-sign-in",
      title: "Signing in with Microsoft 365 or Google",
      text: [
        "One sign-in reads the mailbox and sends reports, without a password. An owner registers an app with the provider once: choose Set up under Sign in without a password, copy the redirect address and scopes to the provider, and enter the app's ID and secret. Then choose Sign in, accept every permission, and save the form. If it stops working, choose Reconnect.",
        "Microsoft 365: in the Entra admin center, register an app with the redirect address as a Web platform, add the scopes under API permissions (Office 365 Exchange Online, delegated), and create a client secret. The mailbox needs IMAP and Authenticated SMTP. Google: create an OAuth client of type Web application with the redirect address, and enable the Gmail API.",
        "If the provider shows a redirect error (AADSTS50011 or redirect_uri_mismatch), the registered address differs from the one that Winnow shows. Open Winnow under its public address and copy it again.",
        "App only needs nobody to sign in. Microsoft 365: add the application permissions IMAP.AccessAsApp and SMTP.SendAsApp, grant admin consent, and in Exchange PowerShell run New-ServicePrincipal and Add-MailboxPermission for the mailbox. Google Workspace: paste a service account's key file, and allow its client ID the scope https://mail.google.com/ under Domain-wide delegation.",
      ],
      links: [
        { label: "Gmail Integration", href: "/gmail" },
        { label: "Email Settings", href: "/email-settings" },
      ],
      alsoKnownAs:
        "oauth xoauth2 modern authentication entra azure tenant client secret consent redirect reconnect aadsts basic auth smtp auth service account delegation token",
    },
    {
      id: "confidence",
      title: "How emails are classified",
      text: [
        `Each email gets a confidence from 0 to 100 and one of three verdicts. At the minimum confidence (${mailbox.minimumConfidence.default} by default) or above, it's a lead and is added right away, even without an email or phone. Unclear emails need review: they become leads only when you confirm them. The rest are not leads. Mail from your team is none: from the domains of your mailboxes, and of usernames that are email addresses. Newsletters, automatic replies, bounces and receipts are recognized by their headers.`,
        "Open an email under Email Processing to see why. The analysis runs on your server.",
      ],
      links: [
        { label: "Email Processing", href: "/gmail?tab=emails" },
        { label: "Automation Rules", href: "/gmail?tab=rules" },
      ],
      alsoKnownAs:
        "how sure confidence score percent not a lead lead detected minimum spam newsletter ai judge verdict",
    },
    {
      id: "email-review",
      title: "Reviewing unclear emails",
      text: [
        "Under Email Processing, Needs review lists the unclear emails. Press L to mark one as a lead, N for not a lead, J and K to move, and Enter to read it. The next email follows, and you can undo each decision. The bell shows how many are left.",
      ],
      links: [{ label: "Needs review", href: "/gmail?tab=emails&show=review" }],
      alsoKnownAs: "needs review unclear unsure confirm reject decide keyboard triage queue",
    },
    {
      id: "second-reader",
      title: "A second opinion from a language model",
      text: [
        "If a language model is connected, an owner can turn on “Use the language model for unclear messages and pages” under Automation Rules. It's off by default. The sender, subject and text of emails that need review, and the text of unclear web pages, are then sent to that model.",
        "The model must quote the email for its verdict, and the quote is shown as the reason. It only fills in contact details that are in the email and that Winnow didn't find. It never sees emails that a rule or a header excludes, and your own decision always wins. If it is unsure, slow or wrong, the email stays in review.",
      ],
      links: [{ label: "Automation Rules", href: "/gmail?tab=rules" }],
      alsoKnownAs:
        "language model llm ai second reader unclear review openai ollama what is sent privacy turn on switch",
    },
    {
      id: "corrections",
      title: "Correcting the email analysis",
      text: [
        "Under Email Processing, mark an email as a lead or not a lead. Winnow adds or rejects the lead and classifies similar emails better from then on. Your decision always wins. Automation Rules lists what Winnow learned, and you can undo each correction.",
      ],
      links: [{ label: "Email Processing", href: "/gmail?tab=emails" }],
      alsoKnownAs: "wrong judgment verdict mistake learn train teach improve false positive",
    },
    {
      id: "automation-rules",
      title: "Automation rules for email",
      text: [
        "An email with an inclusion keyword is more likely to be a lead; one with an exclusion keyword never is. The minimum confidence sets how certain Winnow must be to add a lead without asking you. The rules apply to every mailbox and to pasted email, starting with the next email.",
      ],
      links: [{ label: "Automation Rules", href: "/gmail?tab=rules" }],
      alsoKnownAs: "inclusion exclusion keywords filter block ignore stop emails from sender recruiters newsletters",
    },
    {
      id: "pasted-email",
      title: "Analyzing a pasted email",
      text: [
        "On the Lead Scraper, open Email Processing, paste an email and choose Analyze Email for Leads. The text is enough; headers improve the result. Winnow reads name, company, title and phone from the signature and ignores quoted text. If the email or phone is missing, add it right below the result.",
      ],
      links: [{ label: "Email Processing", href: "/lead-scraper?tab=email" }],
      alsoKnownAs: "paste copy email text analyze signature",
    },
    {
      id: "web-forms",
      title: "Web forms",
      text: [
        "Form Integration on the Lead Scraper shows your webhook URL. Every submission with an email, phone or website becomes a lead: from Typeform, Google Forms, Tally, Webflow, Fillout, Google Ads lead forms, Facebook lead ads through an integration, or a form on your own website. Without a form service, choose New form: Winnow serves the form, which you link to or put on your website as a script tag or HTML. It can ask for consent, whose text and time stay with the lead, and have senders confirm their email address first. Winnow recognizes field names in many languages and stores other answers with the lead.",
        "Anyone with the address can submit leads, but not read them. Regenerate it if it leaks. For online services to reach it, your administrator sets WINNOW_PUBLIC_URL.",
      ],
      links: [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }],
      alsoKnownAs: "webhook form submission contact form html post url integration regenerate",
    },
    {
      id: "typeform",
      title: "Typeform",
      text: [
        "In Typeform, open your form, then Connect, then Webhooks, and add a webhook with the address from Form Integration. Set a secret there and enter the same one in Winnow, which then rejects unsigned responses. Turn the webhook on; new ones are off by default.",
      ],
      links: [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }],
      alsoKnownAs: "typeform webhook signing secret signature",
    },
    {
      id: "google-forms",
      title: "Google Forms",
      text: [
        "Copy the script from Form Integration; it already contains your address. Paste it into the form's Apps Script, choose setUpWinnow next to Run, press Run and grant the permissions. New responses then arrive automatically, signed; if Winnow can't be reached, the script tries again every hour for a week.",
      ],
      links: [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }],
      alsoKnownAs: "apps script google form responses",
    },
    {
      id: "auto-sync",
      title: "Auto-sync and its interval",
      text: [
        `Auto-sync reads your data sources every ${settings.syncIntervalMinutes.default} minutes. Change that to 15 or 30 minutes, 4 hours or a day under Configuration, or turn it off and use Sync Leads Now. Mailboxes and scrape targets have separate intervals.`,
      ],
      links: [{ label: "Configuration", href: "/configuration#sync" }],
      alsoKnownAs: "how often automatic sync interval schedule pause off",
    },
  ],
};
