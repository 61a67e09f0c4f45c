import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { report, emailSettings } = LIMITS;
const HOUR = `${String(report.hour.default).padStart(2, "0")}:00`;

export const REPORTS_CHAPTER: HelpChapter = {
  title: "Reports by email",
  articles: [
    {
      id: "reports",
      title: "The report of qualified leads",
      text: [
        `A report says what has changed since the last one: which leads are newly qualified, which were decided, which no longer qualify, and how many wait for a decision. ${report.leadsInBody} leads stand in the message with why they scored, the new ones first, and up to ${report.leadsInAttachment.toLocaleString("en")} qualified and approved leads in an attached CSV file.`,
        `A lead that waits for a decision has links to approve and reject it, where the server was started with WINNOW_PUBLIC_URL, the address at which others reach it. A link opens a page that asks once more, since mail programs open links by themselves; it works once and for ${report.linkDays} days, and the decision can be undone there and in the History.`,
        "Generate Report on the Dashboard sends one at once; Send Test Report under Email Settings sends a real one to the recipients.",
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
        `Daily, weekly on Monday, or monthly on the first, at ${HOUR} by the server's clock unless Email Settings names another hour or time zone. One that was missed while the server was off leaves when it starts again; one that failed is tried again.`,
        "Each report is sent once. If the server stopped in the middle of sending, the report may have gone out, so it is not sent again, and Recent Activity says so.",
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "frequency daily weekly monthly schedule report hour time zone",
    },
    {
      id: "smtp-settings",
      title: "Setting up outgoing email (SMTP)",
      text: [
        `Email Settings takes your mail server's host and port, a username and password, the sender and the recipients. Port ${emailSettings.defaultPort} with TLS is right for most providers. The password is stored encrypted and never shown again.`,
        "Gmail is smtp.gmail.com and wants an app password. Outlook and Microsoft 365 are smtp.office365.com, and SMTP AUTH must be allowed for the mailbox. Yahoo is smtp.mail.yahoo.com, iCloud smtp.mail.me.com, Zoho smtp.zoho.com, SendGrid smtp.sendgrid.net with the username apikey.",
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "smtp host port 587 465 tls gmail outlook office365 yahoo icloud zoho sendgrid provider mail server",
    },
    {
      id: "email-trouble",
      title: "When a report cannot be sent",
      text: [
        "Email Settings shows what the mail server said at the last try and what to do. Most often the password is not an app password, the port or host is wrong, or the provider does not allow the sender's address. Test Connection signs in without sending.",
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "email failing not sent smtp error authentication failed report not received spam",
    },
    {
      id: "recipients",
      title: "Who gets the report",
      text: [
        `Recipients are entered in Email Settings, separated by commas, up to ${emailSettings.recipients}. Everybody there gets the same report.`,
      ],
      links: [{ label: "Email Settings", href: "/email-settings" }],
      alsoKnownAs: "recipient addresses to several people team cc",
    },
  ],
};
