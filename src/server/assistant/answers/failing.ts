import { counted } from "#shared/counted.ts";
import { fromData, type Answering, type Readings } from "#server/assistant/answers/answer.ts";
import { destinations, INTEGRATIONS } from "#server/assistant/answers/integrations.ts";
import { momentWords, sinceWords } from "#server/assistant/words/moment.ts";
import { isInSpan } from "#server/assistant/understanding/time-span.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import { readMailbox } from "#server/features/mailbox/mailbox.ts";
import { systemStatus } from "#server/features/health/system-status.ts";
import type { Workspace } from "#server/workspace.ts";

/** Something whose last actual attempt failed. */
export interface Trouble {
  what: string;
  /** The last failure; `since` is when it started failing. */
  at: string;
  since: string | null;
  message: string;
  link: HelpLink;
}

const SHOWN = 6;
const READ = 200;
const JOBS = { label: "Schedules & Jobs", href: "/jobs" };
/** Kinds of jobs whose failures are reported by their source, outgoing email or the backup. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(["sync", "scrape", "mailbox", "report", "backup"]);

/** Everything whose last actual attempt failed, latest failure first, as far as the person may see it. */
export async function troubles({ workspace, allows }: Pick<Readings, "workspace" | "allows">): Promise<Trouble[]> {
  const { store } = workspace;
  const [sources, targets, runs, mailbox, status, lastRuns, { jobs: dead }, sentTo] = await Promise.all([
    store.dataSources.list(),
    store.scrapes.list(),
    store.scrapes.latestRuns(),
    store.mailbox.read(),
    systemStatus(workspace),
    store.schedules.lastRuns(),
    workspace.jobs.list({ state: "dead", limit: SHOWN }),
    allows("manage") ? destinations(workspace) : [],
  ]);
  const found: Trouble[] = [];
  for (const { name, failingSince, lastRun } of sources) {
    if (failingSince === null && lastRun?.outcome !== "failed") continue;
    const at = lastRun?.finishedAt ?? lastRun?.startedAt ?? failingSince ?? "";
    const link = { label: "Data Sources", href: "/data-sources" };
    found.push({ what: `The data source “${name}”`, at, since: failingSince, message: lastRun?.message ?? "", link });
  }
  for (const { id, name, failingSince } of targets) {
    const run = runs.get(id);
    if (failingSince === null && run?.outcome !== "failed") continue;
    const at = run?.finishedAt ?? run?.startedAt ?? failingSince ?? "";
    const link = { label: "Lead Scraper", href: "/lead-scraper" };
    found.push({ what: `The scrape target “${name}”`, at, since: failingSince, message: run?.message ?? "", link });
  }
  if (mailbox !== null && mailbox.enabled && mailbox.failingSince !== null) {
    const at = mailbox.lastAttempt ?? mailbox.failingSince;
    const link = { label: "Gmail Integration", href: "/gmail" };
    found.push({ what: "The mailbox", at, since: mailbox.failingSince, message: mailbox.lastError, link });
  }
  const { email } = status;
  if (email.state === "failing" && email.since !== null) {
    const link = { label: "Email Settings", href: "/email-settings" };
    found.push({ what: "Outgoing email", at: email.since, since: email.since, message: email.message, link });
  }
  for (const { name, failingSince, lastError } of sentTo) {
    if (failingSince === null) continue;
    found.push({ what: name, at: failingSince, since: failingSince, message: lastError, link: INTEGRATIONS });
  }
  const backup = lastRuns.get("backup");
  if (backup?.outcome === "failed") {
    const at = backup.finishedAt ?? backup.at;
    found.push({ what: "The nightly backup", at, since: null, message: backup.message, link: JOBS });
  }
  for (const { kind, title, finishedAt, createdAt, message } of dead) {
    if (REPORTED_ELSEWHERE.has(kind)) continue;
    found.push({ what: `The job “${title}”`, at: finishedAt ?? createdAt, since: null, message, link: JOBS });
  }
  return found.toSorted((one, other) => other.at.localeCompare(one.at));
}

/** "Which source failed last?", "Is everything working?" */
export const failing: Answering = async ({ store, workspace, allows, now, meaning, language, say }) => {
  const found = await troubles({ workspace, allows });
  const { span } = meaning.leads;
  // What failed at another time is in the activity.
  if (span !== null || /\blast \d/u.test(meaning.wording.text)) {
    const past = (await store.journal.list(READ)).filter(
      ({ title, description, at }) =>
        /\bfail/iu.test(`${title} ${description}`) && (span === null || isInSpan(at, span)),
    );
    const when = span === null ? "" : ` ${span.words}`;
    const lines = past
      .slice(0, SHOWN)
      .map(({ title, description, at }) => `• ${title}: ${description}, ${momentWords(at, now, language)}`);
    const none =
      found.length === 0
        ? say(
            "Nothing is failing now, either.",
            "Auch jetzt läuft alles.",
            "Tout fonctionne aussi maintenant.",
            "Ahora también funciona todo.",
          )
        : "";
    if (lines.length > 0 || found.length === 0)
      return fromData(
        lines.length === 0
          ? `${say(`No failure is recorded${when}.`, "In dieser Zeit ist kein Fehler verzeichnet.", "Aucune erreur enregistrée pendant cette période.", "No hay ningún error registrado en ese tiempo.")} ${none}`
          : [
              say(
                `Failures${when}, latest first:`,
                "Fehler, Neuestes zuerst:",
                "Erreurs, les plus récentes d'abord :",
                "Errores, primero los últimos:",
              ),
              ...lines,
              none,
            ],
        STATUS_LINKS,
      );
  }
  if (found.length === 0) {
    const head = say(
      "Nothing is failing.",
      "Alles läuft, es ist kein Fehler bekannt.",
      "Tout fonctionne, il n'y a pas d'erreur.",
      "Todo funciona, no hay ningún error.",
    );
    return fromData(language === "en" ? `${head}\n${await allWell(workspace)}` : head, STATUS_LINKS, [
      "When was the last sync?",
    ]);
  }
  const few = say(
    "",
    `${found.length} Fehler (auf Englisch):\n`,
    `${found.length} erreurs (en anglais) :\n`,
    `Hay ${found.length} errores (en inglés):\n`,
  );
  const isOfLast = /\blast\b(?! night)|\blatest\b/u.test(meaning.wording.text);
  const [latest, ...others] = found;
  if (latest !== undefined && (isOfLast || others.length === 0)) {
    const rest =
      others.length === 0
        ? ""
        : `\n${counted(others.length, "other thing")} ${others.length === 1 ? "is" : "are"} failing, too.`;
    return fromData(
      `${few}${troubleWords(latest, now)}${rest}`,
      [latest.link],
      others.length === 0 ? [] : ["What else is failing?"],
    );
  }
  const links = [...new Map(found.map(({ link }) => [link.href, link])).values()];
  return fromData(
    [
      `${few}${counted(found.length, "thing")} failed on the last attempt, most recent first:`,
      ...found.slice(0, SHOWN).map((trouble) => `• ${troubleWords(trouble, now)}`),
    ],
    links,
  );
};

const STATUS_LINKS: readonly HelpLink[] = [
  { label: "System Status", href: "/" },
  { label: "Data Sources", href: "/data-sources" },
];

function troubleWords({ what, at, since, message }: Trouble, now: Date): string {
  const failed = at === "" ? `${what} is failing` : `${what} last failed ${momentWords(at, now)}`;
  const failingFor = since === null || since === at ? "" : ` and has been failing ${sinceWords(since, now)}`;
  return `${failed}${failingFor}${message === "" ? "." : `: ${message}`}`;
}

async function allWell(workspace: Workspace): Promise<string> {
  const [{ googleSheets, email, autoSync }, mailbox] = await Promise.all([
    systemStatus(workspace),
    readMailbox(workspace),
  ]);
  return [
    `• Google Sheets: ${stateWords(googleSheets.state)}. ${googleSheets.message}`,
    `• Email service: ${stateWords(email.state)}. ${email.message}`,
    `• Auto-sync: ${stateWords(autoSync.state)}. ${autoSync.message}`,
    `• Mailbox: ${stateWords(mailbox.health.state)}. ${mailbox.health.message}`,
  ].join("\n");
}

const stateWords = (state: string): string => state.replaceAll("_", " ");
