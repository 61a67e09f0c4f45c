import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { counted } from "#shared/counted.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { fromData, leadLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { selectLeads } from "#server/assistant/answers/select-leads.ts";
import { FREQUENCIES } from "#server/assistant/answers/source-states.ts";
import { isInSpan } from "#server/assistant/understanding/time-span.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import { momentWords, numberWords } from "#server/assistant/words/moment.ts";

const SHOWN = 5;
/** Submissions with all they contain, so few at once. */
const FORMS_AT_ONCE = 20;
const MOST_FORMS = 500;

const IMPORT_STATES: Record<LeadImport["state"], string> = {
  ready: "is waiting to start",
  running: "is running",
  finished: "was imported",
  interrupted: "was interrupted and can be resumed",
  failed: "failed",
  undoing: "is being undone",
  undone: "was undone",
};

/** "How did the last import go?" */
export const imports: Answering = async ({ store, now }) => {
  const link = { label: "Imports", href: "/leads?import" };
  const latest = await store.imports.list(SHOWN);
  if (latest.length === 0)
    return fromData("No file has been imported yet.", [link], ["Can I import leads from a file?"]);
  const lines = latest.map(({ fileName, state, counts, createdAt, finishedAt, rejects, message }) => {
    const { seen, created, updated, unchanged, skipped, failed } = counts;
    const result = `${counted(seen, "row")} read: ${created} new, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed`;
    const left = rejects === 0 ? "" : ` You can download the ${counted(rejects, "skipped row")}.`;
    const why = state === "failed" && message !== "" ? ` ${message}` : "";
    return `“${fileName}” ${IMPORT_STATES[state]} (${momentWords(finishedAt ?? createdAt, now)})${state === "ready" ? "." : `, ${result}.`}${left}${why}`;
  });
  const [first = "", ...others] = lines;
  const earlier = others.length === 0 ? [] : ["Before that:", ...others.map((line) => `• ${line}`)];
  return fromData(
    [`Latest file: ${first}`, ...earlier],
    [{ label: "Open it", href: `/leads?import=${latest[0]?.id ?? ""}` }, link],
  );
};

/** "How many form submissions are there?" */
export const forms: Answering = async ({ store, now, meaning: { leads, wording } }) => {
  const link = { label: "Form Integration", href: "/lead-scraper?tab=forms" };
  const { span, origins } = leads;
  const [total, [latest]] = await Promise.all([store.forms.count(), store.forms.list(1)]);
  if (total === 0) return fromData("No form submission has arrived yet.", [link], ["How do I connect a web form?"]);
  const [, quoted, service] =
    /["“„«]([^"”“»]+)["”“»]|\b(typeform|tally|webflow|fillout)\b/u.exec(`${wording.question} ${wording.text}`) ?? [];
  const names = [...new Set([...origins, quoted ?? service ?? ""])].filter(Boolean);
  const of = [...names.map((name) => ` of “${name}”`), span === null ? "" : ` ${span.words}`].join("");
  const lines: string[] = [];
  let [count, read, isWhole] = [0, 0, false];
  const most = of === "" ? FORMS_AT_ONCE : MOST_FORMS;
  for (let last: string | undefined; read < most && !isWhole;) {
    const page = await store.forms.list(FORMS_AT_ONCE, last);
    for (const { formName, formType, leadName, outcome, reason, submittedAt } of page) {
      const own = plainWord(`${formName} ${formType}`);
      if (span !== null && !isInSpan(submittedAt, span)) continue;
      if (!names.every((name) => own.includes(plainWord(name)))) continue;
      count += 1;
      const form = formName === "" ? formType.replaceAll("_", " ") : `“${formName}”`;
      const became = leadName === "" ? (reason === "" ? outcome.replaceAll("_", " ") : reason) : leadName;
      if (lines.length < SHOWN) lines.push(`• ${momentWords(submittedAt, now)}, ${form}: ${became}`);
    }
    read += page.length;
    last = page.at(-1)?.id;
    const isBefore = span !== null && (page.at(-1)?.submittedAt ?? "") < span.from.toISOString();
    isWhole = page.length < FORMS_AT_ONCE || isBefore;
  }
  return fromData(
    [
      of === ""
        ? `${counted(total, "form submission")} so far. The latest:`
        : `${isWhole ? "" : "At least "}${counted(count, "form submission")}${of}${count === 0 ? `; the latest of all came ${momentWords(latest?.submittedAt ?? "", now)}.` : ":"}`,
      ...lines,
    ],
    [link],
    ["How many leads came from forms this week?"],
  );
};

/** "Which websites do we scrape?" */
export const scrapes: Answering = async (asking) => {
  const { store, now, meaning, say } = asking;
  const link = { label: "Lead Scraper", href: "/lead-scraper" };
  const [all, runs] = await Promise.all([store.scrapes.list(), store.scrapes.latestRuns()]);
  const { origins } = meaning.leads;
  const isNamed = all.some(({ name }) => origins.includes(name));
  const targets = isNamed ? all.filter(({ name }) => origins.includes(name)) : all;
  const leads = { ...meaning.leads, filter: {}, span: null, leftOver: [], others: [] };
  const selected = isNamed ? await selectLeads({ ...asking, meaning: { ...meaning, leads } }) : null;
  const [latest] = (await selected?.rows("-createdAt", 1)) ?? [];
  const last =
    latest === undefined
      ? ""
      : `Its latest new lead is ${leadTitle(latest)}, ${momentWords(latest.createdAt, now)}; ${counted(selected?.count ?? 0, "lead")} came from it in all.`;
  if (targets.length === 0) return fromData("No scrape targets yet. Add one in the Lead Scraper.", [link]);
  const active = targets.filter(({ isActive }) => isActive).length;
  const lines = targets
    .toSorted((one, other) => (other.lastScrape ?? "").localeCompare(one.lastScrape ?? ""))
    .slice(0, SHOWN)
    .map(({ id, name, isActive, lastScrape, leadsFound, scrapeFrequency }) => {
      const run = runs.get(id);
      const ended = run?.outcome === "failed" ? `The last run failed: ${run.message}` : "";
      const read = lastScrape === null ? "never scraped" : `last scraped ${momentWords(lastScrape, now)}`;
      return `• ${sentences(`“${name}”${isActive ? "" : " (inactive)"}: ${read}, ${say(...FREQUENCIES[scrapeFrequency])}, ${counted(leadsFound, "new lead")} so far.`, ended)}`;
    });
  return fromData(
    isNamed
      ? [...lines, last]
      : [`${counted(targets.length, "scrape target")}, ${active} active. Most recently scraped:`, ...lines],
    [link, ...(latest === undefined ? [] : [leadLink(latest.id, leadTitle(latest))])],
  );
};

/** "Why were rows skipped in the last import?", "What went wrong in the last sync?" */
export const skipped: Answering = async ({ store, meaning: { wording }, earlier, now, language, say }) => {
  const text = `${translate(earlier).wording.text} ${wording.text}`;
  const latest = (await store.imports.list(1))[0];
  const sources = (await store.dataSources.list()).toSorted((one, other) =>
    (other.lastSync ?? "").localeCompare(one.lastSync ?? ""),
  );
  const synced = sources.find(({ lastRun }) => lastRun !== null);
  const isOfFile = /\b(?:import\w*|files?|csv|xlsx|excel|upload\w*)\b/u.test(text);
  const isNewer = (synced?.lastRun?.startedAt ?? "") > (latest?.createdAt ?? "");
  const isOfSync = /\b(?:sync\w*|sheets?|google)\b/u.test(text) || (isNewer && !isOfFile);
  const run = latest === undefined || isOfSync ? synced?.lastRun : undefined;
  if (latest === undefined && run == null) return null;
  const of =
    run == null
      ? { name: latest?.fileName, at: latest?.finishedAt ?? latest?.createdAt ?? "", count: latest?.rejects ?? 0 }
      : { name: synced?.name, at: run.startedAt, count: run.skipped };
  const rows =
    run?.reasons ??
    (await store.imports.rejected(latest?.id ?? "", 0, REASONS_SHOWN)).map(({ row, reason }) => ({
      locator: `Row ${row}`,
      reason,
    }));
  const n = numberWords(of.count, language);
  const head = `“${of.name}” (${momentWords(of.at, now, language)})`;
  const shown = rows.slice(0, REASONS_SHOWN);
  const rest = of.count - shown.length;
  return fromData(
    [
      say(
        `${head}: ${of.count === 0 ? "no rows were" : of.count === 1 ? "1 row was" : `${n} rows were`} skipped${of.count === 0 ? "." : ":"}`,
        `${head}: ${n} Zeilen wurden übersprungen, mit diesen Gründen (auf Englisch):`,
        `${head} : ${n} lignes ont été ignorées, pour ces raisons (en anglais) :`,
        `${head}: ${n} filas fueron omitidas por las siguientes razones (en inglés):`,
      ),
      ...shown.map(
        ({ locator, reason }) =>
          `• ${locator.replace(/\brow (?=\d)/iu, `${say("Row", "Zeile", "Ligne", "Fila")} `)}: ${reason}`,
      ),
      run?.outcome === "failed"
        ? say(
            `That sync failed before it read any rows: ${run.message}`,
            `Diese Synchronisierung ist vorher fehlgeschlagen: ${run.message}`,
            `Cette synchronisation a échoué avant : ${run.message}`,
            `Esa sincronización falló antes: ${run.message}`,
          )
        : "",
      rest > 0 && shown.length > 0
        ? say(`And ${rest} more.`, `Und ${rest} weitere.`, `Et ${rest} de plus.`, `Y ${rest} más.`)
        : "",
    ],
    [
      run == null
        ? { label: "Open it", href: `/leads?import=${latest?.id ?? ""}` }
        : { label: "Data Sources", href: "/data-sources" },
    ],
  );
};

const REASONS_SHOWN = 8;
