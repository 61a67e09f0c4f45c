import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { settings } = LIMITS;

export const PRODUCT_CHAPTER: HelpChapter = {
  title: "The basics",
  articles: [
    {
      id: "getting-started",
      title: "Getting started",
      text: [
        "Connect a source or import a file, create a rule, see your scored leads and send a report. The Dashboard guides you through these steps, and the Setup Guide explains each one. To look around first, load the sample leads.",
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
        "The cards show total leads, qualified leads (including approved ones), the conversion rate (the percentage of all leads that qualified) and active rules. Trends compare this month to date with the same days of last month. No trend is shown if last month has no data.",
        "Below the cards are the latest qualified leads, quick actions, system status, the pipeline and recent activity.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "overview cards total conversion rate trend percent versus last month stats figures charts",
    },
    {
      id: "pipeline",
      title: "The lead processing pipeline",
      text: [
        "Every lead is in exactly one stage. Incoming: pending. Processing: pending, and being analyzed or scored again. Qualified: qualified or approved. Rejected: filtered out by a person.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "incoming processing qualified rejected stage funnel",
    },
    {
      id: "system-status",
      title: "System Status",
      text: [
        "Google Sheets is Connected when the last read succeeded. Email Service is Active when the mail server accepted the last connection. Auto-sync is Scheduled when the next sync has a time. Otherwise you see Failing since, Not configured or Paused.",
        "Other problems are listed below, each with a reason and a link to fix it: a source that has gone quiet, a mailbox that stopped reporting new mail, stuck or failed jobs, a missing backup or a disk that is nearly full.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "connected active scheduled health working failing since not configured paused",
    },
    {
      id: "activity",
      title: "Recent Activity",
      text: [
        "The latest events, newest first: qualified leads, syncs, reports, imports and your team's decisions. View all shows everything. A lead's own history is in its details.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "log history audit what happened events timeline",
    },
    {
      id: "notifications",
      title: "Notifications",
      text: [
        "The bell in the header shows what needs your attention: comments that mention you, leads to review, a failing source or mailbox, an unsent report, a failed job or backup, and leads about to be removed. Each one links to the fix and disappears once it's resolved. Choose which kinds appear under Configuration.",
      ],
      links: [{ label: "Configuration", href: "/configuration#notifications" }],
      alsoKnownAs: "bell alerts unread turn off notification settings warn",
    },
    {
      id: "configuration",
      title: "Configuration",
      text: [
        "Set the threshold, leads per sync, retention, auto-sync, the nightly backup, notifications and appearance, and export all leads. Save applies your changes, Cancel discards them, and Reset restores the defaults.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "settings preferences options defaults reset change",
    },
    {
      id: "retention",
      title: "How long leads are kept",
      text: [
        `Leads without any activity are removed after ${settings.retentionDays.default} days, or the number of days set under Configuration. Approved leads are never removed, nor those whose next step is still to come. A notification appears ${settings.retentionNoticeDays} days before. Turn retention off to keep every lead.`,
      ],
      links: [{ label: "Configuration", href: "/configuration#lead-limits" }],
      alsoKnownAs: "retention days old leads removed automatically after 90 days gdpr keep forever",
    },
    {
      id: "backup",
      title: "Backing up your leads",
      text: [
        "Data export under Configuration downloads all leads as a CSV file, which Import can read again. It doesn't include rules or settings.",
        "The server also makes a full backup every night. Set its time and the number of copies under Configuration, Backup. Schedules & Jobs shows the last and next backup, runs one now, and lists the files for owners. To restore a backup, stop the server and run npm run restore -- --replace FILE there. It sets the current data aside.",
      ],
      links: [
        { label: "Schedules & Jobs", href: "/jobs" },
        { label: "Configuration", href: "/configuration#backup" },
      ],
      alsoKnownAs: "backup download all leads save copy restore",
    },
    {
      id: "schedules",
      title: "Schedules",
      text: [
        "Schedules & Jobs lists everything that runs automatically: auto-sync, the mailbox, scraping, reports, follow-ups, lead removal, the nightly backup and more. For each you see its interval, last result, next run and where to set it. Run now starts it right away, or says why it can't. Changes take effect within a minute.",
      ],
      links: [{ label: "Schedules & Jobs", href: "/jobs" }],
      alsoKnownAs:
        "schedule scheduled automatic cron timer run now trigger next run rhythm background what runs by itself",
    },
    {
      id: "jobs",
      title: "Jobs",
      text: [
        `Every sync, scrape, import, report and backup is a job. Schedules & Jobs shows running jobs with their progress, waiting jobs, and jobs that finished in the last ${LIMITS.job.retentionDays} days. You can cancel a running job; finished work stays. A failed backup is attempted up to ${LIMITS.job.attempts} times, and interrupted jobs start again automatically. A source that couldn't be read is tried again at its next scheduled time.`,
        "A job that used up its attempts is listed under Failed with the reason. Fix the cause and choose Try again, or Remove to hide it.",
      ],
      links: [{ label: "Schedules & Jobs", href: "/jobs" }],
      alsoKnownAs: "job queue background long work stuck hanging dead failed retry cancel stop progress drop",
    },
    {
      id: "keyboard",
      title: "Keyboard",
      text: [
        "Press ? to see the keys for the current screen. / focuses search, J and K move down and up, Enter opens a lead, Q qualifies, A approves, R rejects, and Ctrl+Z undoes the last action. Ctrl+K (Command+K on a Mac) opens the command palette, where you can go to any screen or setting, list leads by status, find leads and help, and run actions, also on the open lead.",
        "You can turn single-key shortcuts off in the same list.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "shortcuts hotkeys keys command palette ctrl k cmd k j k",
    },
    {
      id: "appearance",
      title: "Light, dark and system appearance",
      text: [
        "The button in the header switches between light and dark. At the bottom of the sidebar you can also choose System, which follows your computer. The choice is saved in this browser.",
        "The screens are in English only.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "theme dark mode light mode colors night",
    },
    {
      id: "live",
      title: "Live updates",
      text: [
        "Changes made on the server, by a teammate or in another tab appear automatically. If the server can't be reached, the data you've already loaded stays on screen.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "refresh reload real time offline another tab connection lost",
    },
    {
      id: "assistant",
      title: "This assistant",
      text: [
        "Ask how Winnow works or about your data: how many leads you have, why a lead has its score, what would qualify it, which source fails, what happened today, or what another threshold would change. It knows your custom fields by their names: leads with a budget over 5,000, or the average budget of qualified leads. It understands English, German, French and Spanish. When you ask for a change, such as approving a lead, planning a next step or adding a comment, it offers a button that says what will happen; nothing happens until you press it. It never follows instructions found in leads or messages.",
        "Without a language model, nothing leaves this server. If one is connected, your question and the data needed to answer it are sent to that model, but never passwords or keys. Unclear emails and pages are sent only if an owner turns that on.",
      ],
      links: [{ label: "Setup Guide", href: "/setup-guide" }],
      alsoKnownAs: "chat bot ai help what can you do who are you llm model capabilities data sent openai chatgpt",
    },
    {
      id: "support",
      title: "Contacting support",
      text: [
        "Enter your name, email and message in the Support tab of this window. Your request is stored here and emailed to the support address if one is set. If the email fails, you see why in the form.",
      ],
      links: [],
      alsoKnownAs: "contact support human person talk ticket complain bug report",
    },
    {
      id: "security",
      title: "Security and privacy",
      text: [
        "Your leads stay in your own database on your own server. Passwords and keys are encrypted with AES-256-GCM and never shown again. Connections to mail servers and websites verify TLS, and passwords are sent unencrypted only within the same machine.",
        "Winnow rejects requests from other sites, refuses to scrape private networks and writes no personal data to its log. It sends no usage data anywhere. Your leads don't train anyone's AI; what Winnow learns from your decisions stays on this server.",
        "Websites, mail servers and webhooks see your server's IP address.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs:
        "privacy gdpr encryption encrypted safe data protection telemetry where is my data stored secret send third parties share",
    },
  ],
};
