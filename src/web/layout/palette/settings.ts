import type { PageName } from "#shared/pages.ts";
import { PAGES } from "#shared/pages.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { paths } from "#web/paths.ts";

/** A card or tab of a screen. */
interface Setting extends Pick<PaletteEntry, "label" | "words" | "permission"> {
  page: PageName;
  path: string;
  /** Shown once accounts exist. */
  needsAccount?: true;
}

/** Settings by name; `settings.test.ts` compares them with the cards on the screens. */
export const SETTINGS: readonly Setting[] = [
  card("configuration", "Lead processing", "qualification threshold change score"),
  card("configuration", "Sync", "automatic interval schedule"),
  card("configuration", "Follow-up", "questions ask missing details automatic"),
  card("configuration", "Company facts", "website enrichment domain address industry size"),
  card("configuration", "Notifications", "bell alerts"),
  card("configuration", "Lead limits", "maximum per sync data retention delete remove old days"),
  card("configuration", "Follow-up timing", "reminders days attempts wait"),
  card("configuration", "Backup", "nightly copies keep"),
  card("configuration", "Appearance", "theme dark light system"),
  card("configuration", "Tags", "labels rename merge color delete"),
  card("configuration", "Custom fields", "columns details type choice number date"),
  card("configuration", "Data export", "download csv all leads backup"),
  card("configuration", "History", "undo changes journal"),
  card("configuration", "Security", "encryption secrets credentials"),
  card("emailSettings", "Email status", "configured test report"),
  card("emailSettings", "SMTP settings", "mail server host port password recipients from"),
  card("emailSettings", "Reports", "time day frequency daily weekly monthly schedule zone"),
  card("emailSettings", "Common providers", "gmail outlook yahoo host port"),
  { ...tab("gmail", "Setup & Configuration", paths.gmail()), words: "mailbox app password imap interval" },
  { ...tab("gmail", "Email Processing", paths.gmail("emails")), words: "processed emails inbox" },
  { ...tab("gmail", "Automation Rules", paths.gmail("rules")), words: "keywords confidence inclusion exclusion" },
  card("jobs", "Schedules", "recurring next run"),
  card("jobs", "Upkeep", "cleanup internal jobs"),
  card("jobs", "Backups", "restore copies"),
  account("Password", "change sign in"),
  account("Two-factor authentication", "second factor 2fa authenticator code recovery"),
  account("Emails to you", "daily digest morning summary mentions unsubscribe"),
  account("Signed-in browsers", "sessions devices sign out"),
  account("Connect an assistant", "mcp claude ai cursor"),
  account("API tokens", "key access integration"),
  team("People", paths.team(), "users colleagues roles invite accounts"),
  team("Lead access", paths.team(), "visibility members see own unassigned private"),
  team("Browsers", paths.team("sessions"), "sessions signed in devices"),
  team("API tokens", paths.team("tokens"), "keys access integration"),
  team("Audit log", paths.team("audit"), "who did what security"),
  team("Personal data", paths.team("personal-data"), "privacy gdpr erase access request"),
];

/** Where a setting is, next to its name. */
export function placeOf({ page }: Setting): string {
  return PAGES[page].title;
}

function card(page: PageName, label: string, words: string): Setting {
  return { page, label, words, path: paths.card(page, label) };
}

function tab(page: PageName, label: string, path: string): Setting {
  return { page, label, path };
}

function account(label: string, words: string): Setting {
  return { ...card("account", label, words), needsAccount: true };
}

function team(label: string, path: string, words: string): Setting {
  return { ...tab("team", label, path), words, permission: "manage" };
}
