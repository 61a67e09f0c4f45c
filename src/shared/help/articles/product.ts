import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { settings } = LIMITS;

export const PRODUCT_CHAPTER: HelpChapter = {
  title: "Around the product",
  articles: [
    {
      id: "getting-started",
      title: "Getting started",
      text: [
        "Connect a source or import a file, write a rule, see the scored leads, send a report. The Dashboard leads through these steps until they are done, and the Setup Guide explains each. To look around first, try it with sample leads.",
      ],
      links: [
        { label: "Setup Guide", href: "/setup-guide" },
        { label: "Dashboard", href: "/" },
      ],
      alsoKnownAs: "begin first steps setup onboarding new tutorial what is winnow what can it do",
    },
    {
      id: "dashboard",
      title: "The Dashboard",
      text: [
        "Four cards: total leads, qualified leads (approved ones included), the conversion rate (qualified of all, in percent) and active rules. The trend compares this calendar month to date with the same span of last month; where last month has nothing to compare with, none is shown.",
        "Below: the latest qualified leads with approve and reject, quick actions, system status, the pipeline and recent activity.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "overview cards total conversion rate trend percent versus last month stats figures charts",
    },
    {
      id: "pipeline",
      title: "The lead processing pipeline",
      text: [
        "Every lead is in exactly one of four places. Incoming: pending, with nothing under way. Processing: pending, while it is being analysed or scored again. Qualified: qualified or approved. Rejected: filtered out by a person.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "incoming processing qualified rejected stage funnel",
    },
    {
      id: "system-status",
      title: "System Status",
      text: [
        "Google Sheets is Connected when the last real read succeeded, Email Service is Active when the mail server accepted the last connection, Auto-sync is Scheduled when a next time is set. It never says so because of a switch alone; otherwise it says Failing since when, Not configured or Paused.",
        "Below these stands whatever else is wrong, each with since when, why, and a link to where it is looked into: a source that brings nothing for longer than usual, a mailbox that no longer announces mail, work that waits or has failed for good, a backup that is missing, a disk that is nearly full.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "connected active scheduled health working failing since not configured paused",
    },
    {
      id: "activity",
      title: "Recent Activity",
      text: [
        "What happened, newest first: leads that qualified, syncs, reports, imports, and what people decided. View all shows everything. A lead's own history is in its sheet.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "log history audit what happened events timeline",
    },
    {
      id: "notifications",
      title: "Notifications",
      text: [
        "The bell in the header lists what needs a person: leads waiting for review, a source or the mailbox failing, a report that could not be sent, work or a backup that failed, leads that will be removed. Each leads to where it is mended, and goes by itself once that is done. Configuration decides which kinds appear.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "bell alerts unread turn off notification settings warn",
    },
    {
      id: "configuration",
      title: "Configuration",
      text: [
        "Here are the threshold, how many leads one sync takes in, how long leads are kept, auto-sync and its interval, the nightly backup, the export of all leads, the kinds of notifications, and the appearance. Save makes them hold, Cancel goes back to what was saved, Reset puts everything to its default.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "settings preferences options defaults reset change",
    },
    {
      id: "retention",
      title: "How long leads are kept",
      text: [
        `Leads that nothing has happened to for the chosen number of days are removed, ${settings.retentionDays.default} days unless you say another, and approved ones never. A notification tells of it ${settings.retentionNoticeDays} days before. The setting can be switched off: then every lead is kept.`,
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "retention days old leads removed automatically after 90 days gdpr keep forever",
    },
    {
      id: "backup",
      title: "Backing up your leads",
      text: [
        "Configuration, Data Export, downloads all leads as a dated CSV file, and Import reads it again. It holds leads, not rules or settings.",
        "A copy of everything is made on the server each night: Configuration, Backup, says at which hour and how many are kept. Schedules & Jobs shows when the last one was made and when the next is due, runs one now, and lists the files for owners. Bringing one back is a command on the server, npm run restore.",
      ],
      links: [
        { label: "Schedules & Jobs", href: "/jobs" },
        { label: "Configuration", href: "/configuration" },
      ],
      alsoKnownAs: "backup download all leads save copy restore",
    },
    {
      id: "schedules",
      title: "What runs by itself: schedules",
      text: [
        "Schedules & Jobs lists everything that happens by itself: auto-sync, the mailbox, scrapes, reports, follow-ups, removing old leads, the nightly backup and more. Each has its rhythm, how its last run ended, when the next one is, and a link to where it is set. Run now does it at once, also while it is off. A change of a setting counts from the next minute on.",
      ],
      links: [{ label: "Schedules & Jobs", href: "/jobs" }],
      alsoKnownAs: "schedule scheduled automatic cron timer run now trigger next run rhythm background by itself",
    },
    {
      id: "jobs",
      title: "Long work: jobs",
      text: [
        `Every sync, scrape, import, report and backup is a job. Schedules & Jobs shows those that run, with their progress and Cancel, those that wait, and those that ended, for ${LIMITS.job.keptDays} days. What a cancelled job did by then stays. A backup, or work that the database or a restart interrupted, is tried again by itself, up to ${LIMITS.job.attempts} times and ever later; a source that could not be read waits for its next turn.`,
        "One that has had its last try waits under Failed for good, with what went wrong. Mend that and press Try again, or press Drop to put it out of sight.",
      ],
      links: [{ label: "Schedules & Jobs", href: "/jobs" }],
      alsoKnownAs: "job queue background stuck hanging dead failed retry cancel stop progress drop",
    },
    {
      id: "keyboard",
      title: "Keyboard",
      text: [
        "Press ? for the list of keys that work where you are. / focuses the search, j and k go down and up in the list, Enter opens a lead, q qualifies, a approves, r rejects, Ctrl+Z takes back while the notice offers it. Ctrl+K (Command+K on a Mac) opens the command palette, which goes to any screen, finds leads and runs acts.",
        "Single keys can be switched off in the list of keys.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "shortcuts hotkeys keys command palette ctrl k cmd k j k",
    },
    {
      id: "appearance",
      title: "Light, dark and system appearance",
      text: [
        "The button in the header switches between light and dark. At the foot of the sidebar you can also choose System, which follows your computer. The choice stays in this browser.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "theme dark mode light mode colors night",
    },
    {
      id: "live",
      title: "Live updates",
      text: [
        "What happens on the server, in another tab or through a form appears by itself, without reloading. While the server cannot be reached, what was loaded stays readable.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "refresh reload real time offline another tab connection lost",
    },
    {
      id: "assistant",
      title: "This assistant",
      text: [
        "It answers from these help texts and from your data: how many leads there are, why a lead has its score, what would make it qualify, which source fails, what happened today. It only reads; it changes nothing. Text that came from leads or messages is treated as data, never as an instruction.",
        "Without a language model nothing leaves this server. If the operator has connected one, your question and the data needed to answer it are sent to that model; passwords and keys never are.",
      ],
      links: [{ label: "Setup Guide", href: "/setup-guide" }],
      alsoKnownAs: "chat bot ai help what can you do who are you llm model capabilities data sent openai chatgpt",
    },
    {
      id: "support",
      title: "Reaching support",
      text: [
        "The Support tab of this help window takes your name, email and message. It is kept here and mailed to the support address when the operator has set one; if it could not be mailed, the form says so.",
      ],
      links: [],
      alsoKnownAs: "contact support human person talk ticket complain bug report",
    },
    {
      id: "security",
      title: "Security and privacy",
      text: [
        "Your leads stay in your own database on your own server. Passwords, app passwords and keys are encrypted with AES-256-GCM and never shown or sent to the page again. Connections to mail servers and websites verify TLS, and a password goes out unencrypted only to the same machine.",
        "Requests from other sites are refused, scraped addresses of private networks too, and the log holds no personal data. Winnow sends no usage data anywhere.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs:
        "privacy gdpr encryption encrypted safe data protection telemetry where is my data stored secret send third parties share",
    },
  ],
};
