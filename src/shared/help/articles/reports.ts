import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { report, emailSettings, digest } = LIMITS;
const HOUR = `${String(report.hour.default).padStart(2, "0")}:00`;

export const REPORTS_CHAPTER: HelpChapter = {
  title: "Reports by email",
  articles: [
    {
      id: "reports",
      title: "The qualified leads report",
      text: [
        `A report covers the changes since the last one: newly qualified leads, decisions, leads that no longer qualify, and how many are waiting for a decision. The email lists up to ${report.leadsInBody} leads with the main reasons for their scores, new ones first, then by score. A CSV attachment has up to ${report.leadsInAttachment.toLocaleString("en")} qualified and approved leads.`,
        `If the server has WINNOW_PUBLIC_URL set, each waiting lead has approve and reject links. A link asks you to confirm, works once within ${report.linkDays} days, and can be undone there or in History.`,
        "Generate Report on the Dashboard shows the recipients and the number of leads, and sends the report once you confirm.",
        "A test, there or with Send Test Report under Email Settings, goes only to you. It is marked as a test, doesn't count as a report, and its leads stay new for the next one.",
        "The report's design and logo can't be changed.",
      ],
      links: [
        { label: "Dashboard", href: "/" },
        { label: "Email Settings", href: "/email-settings" },
      ],
      alsoKnownAs:
        "generate report send email qualified leads attachment csv recipients approve reject link public url",
    },
    {
      id: "report-schedule",
      title: "When reports are sent",
      text: [
        `Daily, weekly on Monday, or monthly on the first, at ${HOUR} server time. Set another hour or time zone in Email Settings. A report missed while the server was off is sent when it starts again, and a failed one is retried. Turning off Active there stops all outgoing email.`,
        "Each report is sent once. If the server stops while sending, the report may already be out, so it isn't sent again; Recent Activity shows this.",
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "frequency daily weekly monthly schedule report hour time zone",
    },
    {
      id: "digest",
      title: "Your daily digest",
      text: [
        `A daily email about your own leads: new for you, next steps due today and overdue, and what changed since yesterday, with up to ${digest.leadsPerSection} leads each and a link to the whole list. Leads that wait for a decision have approve and reject links that decide as you. It's only sent when there's something to say.`,
        "When a comment mentions you, you get it by email a minute later, once. Turn that off under Account or with the link in the email.",
        "The digest comes at 08:00 in the reports' time zone. Choose another hour or time zone, or turn it off, under Account; the link at the end of each digest turns it off without signing in. It needs outgoing email, WINNOW_PUBLIC_URL and a username that is an email address.",
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs:
        "daily digest morning email summary my leads due overdue reminder unsubscribe stop turn off digest mention comment",
    },
    {
      id: "smtp-settings",
      title: "Setting up outgoing email (SMTP)",
      text: [
        `In Email Settings, enter your mail server's host and port, a username and password, the sender and the recipients. Most providers use port ${emailSettings.defaultPort} with TLS. The password is stored encrypted and never shown again.`,
        "Gmail: smtp.gmail.com, with an app password. Outlook and Microsoft 365: smtp.office365.com, signed in without a password, because Microsoft stops accepting passwords at the end of December 2026; SMTP AUTH must be on for the mailbox. Yahoo: smtp.mail.yahoo.com. iCloud: smtp.mail.me.com. Zoho: smtp.zoho.com. SendGrid: smtp.sendgrid.net, with the username apikey.",
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "smtp host port 587 465 tls gmail outlook office365 yahoo icloud zoho sendgrid provider mail server",
    },
    {
      id: "email-trouble",
      title: "When a report can't be sent",
      text: [
        "Email Settings shows the mail server's last error and how to fix it. Usually the password isn't an app password, the host or port is wrong, or the provider doesn't allow the sender's address. Test Connection signs in without sending.",
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "email failing not sent smtp error authentication failed report not received spam",
    },
    {
      id: "recipients",
      title: "Who gets the report",
      text: [
        `Enter up to ${emailSettings.recipients} recipients in Email Settings, separated by commas. Everyone gets the same report.`,
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "recipient addresses to several people team cc",
    },
  ],
};
