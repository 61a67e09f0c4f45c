import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readObservations } from "./observations.ts";
import { tableOf, type Report } from "./report.ts";
import { freePorts, run, runScorer, type Scored } from "./run-scorer.ts";
import { cellsOf, figuresIn, LINES, type Figures } from "./scorer-lines.ts";

/** The folder of real sets, and how much of the large ones to measure. */
export interface Sample {
  realSets: string;
  /** Messages per folder, and pages. */
  size: number;
  seed: number;
  /** Every ordinary message instead of a sample. */
  isAll: boolean;
}

interface Listed {
  isLead: boolean;
  lang: string;
  difficulty: string;
  source: string;
}

/** The reported slices of a mail set, by the scorer's names. */
const SLICES: Record<string, { title: string; has: (message: Listed) => boolean }> = {
  all: { title: "all", has: () => true },
  "lang en": { title: "English", has: ({ lang }) => lang === "en" },
  "not English": { title: "not English", has: ({ lang }) => lang !== "en" },
  "difficulty easy": { title: "easy", has: ({ difficulty }) => difficulty === "easy" },
  "difficulty medium": { title: "medium", has: ({ difficulty }) => difficulty === "medium" },
  "difficulty hard": { title: "hard", has: ({ difficulty }) => difficulty === "hard" },
};
/** Figures by column heading. */
const SIGNATURE_COLUMNS = {
  field: "field",
  right: "right",
  "of stated": "rightOf",
  share: "share",
  wrong: "wrong",
  empty: "empty",
  "made up": "extra",
  "of unstated": "extraOf",
};
const SITE_COLUMNS = {
  sites: "sites",
  "full record": "full",
  name: "name",
  phone: "phone",
  company: "company",
  email: "recall",
  "of required": "foundOf",
  precision: "precision",
  "of leads": "rightOf",
  duplicate: "duplicates",
  "forbidden email": "forbidden",
  "fax as phone": "fax",
};
const MODES = ["body", "mime", "raw"];
const LEARNED_NOTE =
  "learned: the share the model learned from. Figures of such messages prove nothing; the cross-validated ones count.";
/** More than any set has. */
const ALL = 1_000_000;

/** Labeled messages in every folder with an index.jsonl, with and without headers. */
export async function measureMail({ realSets }: Sample): Promise<Report> {
  const sets = readdirSync(realSets)
    .filter((name) => existsSync(join(realSets, name, "index.jsonl")))
    .map((name) => ({ name, listed: readIndex(join(realSets, name, "index.jsonl")) }))
    .filter(({ listed }) => listed.some(({ isLead }) => typeof isLead === "boolean"));
  if (sets.length === 0) return missing("index.jsonl");
  const learned = learnedSources();
  const tables: string[] = [];
  for (const [title, args] of [
    ["as they are", []],
    ["headers stripped", ["--strip"]],
  ] as const) {
    const rows: string[][] = [];
    const problems: string[] = [];
    for (const { name, listed } of sets) {
      const scored = await runScorer(realSets, "score_mail.py", ["--set", join(realSets, name), ...args]);
      problems.push(...problemsOf(name, scored));
      const figures = new Map(figuresIn(scored.lines, LINES.mail).map((line) => [line["slice"] ?? "", line]));
      for (const [slice, { title: sliceTitle, has }] of Object.entries(SLICES)) {
        const line = figures.get(slice);
        if (line !== undefined) rows.push([name, sliceTitle, ...mailCells(line, listed.filter(has), learned)]);
      }
    }
    const heads = [
      "n",
      "learned",
      "leads",
      "F1",
      "F1 at 50",
      "F1 at 70",
      "AUC",
      "review",
      "false alarms",
      "cal. error",
    ];
    tables.push([title, tableOf(["set", "messages", ...heads], rows, 2), ...problems].join("\n"));
  }
  return { figures: [...tables, LEARNED_NOTE].join("\n\n") };
}

function mailCells(line: Figures, listed: readonly Listed[], learned: ReadonlySet<string>): string[] {
  const leads = listed.filter(({ isLead }) => isLead).length;
  const seen = listed.filter(({ source }) => learned.has(source)).length;
  const ofLeads = cellsOf(line, ["f1", "f1At50", "f1At70", "auc"]);
  return [
    line["n"] ?? "",
    percent(seen, listed.length),
    String(leads),
    // These need both leads and other messages.
    ...ofLeads.map((cell) => (leads === 0 || cell === "nan" ? "–" : cell)),
    ...cellsOf(line, ["review", "falseAlarms", "calibrationError"]),
  ];
}

/** Ordinary mail with practically no leads, sent in three forms. */
export async function measureOrdinary({ realSets, size, seed, isAll }: Sample): Promise<Report> {
  const archive = join(realSets, "ordinary.tar.gz");
  if (!existsSync(archive)) return missing("ordinary.tar.gz");
  const folder = await mkdtemp(join(tmpdir(), "winnow-eval-"));
  try {
    await run("tar", ["-xzf", archive, "-C", folder]);
    const learned = learnedSources();
    const rows: string[][] = [];
    const problems: string[] = [];
    for (const mode of MODES) {
      const sampled = ["--n", String(isAll ? ALL : size), "--seed", String(seed)];
      const from = ["--dir", join(folder, "ordinary"), "--mode", mode];
      const scored = await runScorer(realSets, "rate_ordinary.py", [...from, ...sampled]);
      problems.push(...problemsOf(mode, scored));
      // The scorer sends folder by folder, each message once.
      const answers = [...scored.answers];
      for (const line of figuresIn(scored.lines, LINES.ordinary)) {
        const inside = answers.splice(0, Number(line["n"]));
        const review = inside.filter(({ verdict }) => verdict === "review").length;
        const name = line["folder"] ?? "";
        const files = readdirSync(join(folder, "ordinary", name)).filter((file) => file.endsWith(".txt"));
        rows.push([
          mode,
          name,
          line["n"] ?? "",
          percent(files.filter((file) => learned.has(`ordinary:${name}/${file}`)).length, files.length),
          line["lead"] ?? "",
          `${line["leadPercent"]}%`,
          String(review),
          percent(review, inside.length),
          ...cellsOf(line, ["errors", "seconds"]),
        ]);
      }
    }
    const heads = ["mode", "folder", "n", "learned", "called lead", "", "review", "", "errors", "s/message"];
    return { figures: [tableOf(heads, rows, 2), ...problems, LEARNED_NOTE].join("\n") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Contact details read from signatures. */
export async function measureSignatures({ realSets }: Sample): Promise<Report> {
  if (!existsSync(join(realSets, "signatures"))) return missing("signatures");
  const scored = await runScorer(realSets, "score_signatures.py", []);
  const rows = figuresIn(scored.lines, LINES.signatureField);
  const [{ fax, faxOf, other, otherOf }] = figuresIn(scored.lines, LINES.signaturePhones);
  return {
    figures: [
      tableOfFigures(SIGNATURE_COLUMNS, rows),
      `Fax number given as the phone: ${fax} of ${faxOf}`,
      `Someone else's phone given: ${other} of ${otherOf}`,
      ...problemsOf("signatures", scored),
    ].join("\n"),
  };
}

/** Contacts collected from whole websites. */
export async function measureSites({ realSets }: Sample): Promise<Report> {
  const folder = join(realSets, "sites");
  if (!existsSync(folder)) return missing("sites");
  const port = await freePorts(readdirSync(folder).length);
  const scored = await runScorer(realSets, "score_sites.py", ["--bind", "127.0.0.1", "--port0", String(port)]);
  // Other start pages only find contacts that are leads already, which the scorer doesn't count.
  const lines = figuresIn(scored.lines, LINES.sites).filter((line) => !line["sites"]?.includes("other starts"));
  const table = tableOfFigures(SITE_COLUMNS, lines);
  return { figures: [table, ...problemsOf("sites", scored)].join("\n") };
}

/** Agreement of names and emails on a sample of unlabeled pages. */
export async function measurePages({ realSets, size, seed }: Sample): Promise<Report> {
  if (!existsSync(join(realSets, "webkb"))) return missing("webkb");
  const port = await freePorts(size);
  const sampled = ["--n", String(size), "--seed", String(seed), "--port0", String(port)];
  const scored = await runScorer(realSets, "agree_pages.py", sampled);
  const [about] = figuresIn(scored.lines, LINES.pages);
  const [withEmail] = figuresIn(scored.lines, LINES.pagesWithEmail);
  const [leads] = figuresIn(scored.lines, LINES.pageLeads);
  const [agreement] = figuresIn(scored.lines, LINES.pageAgreement);
  const [printed] = figuresIn(scored.lines, LINES.pagePrinted);
  const rows = [
    ["pages", about["pages"]],
    ["pages with an email address that became a lead", withEmail["lead"]],
    ["leads", leads["leads"]],
    ["leads with a name", leads["name"]],
    ["leads with an email", leads["email"]],
    ["leads with a phone", leads["phone"]],
    ["leads with a company", leads["company"]],
    ["leads with a title", leads["title"]],
    ["name agrees with the email", agreement["agrees"]],
    ["pages with an agreeing lead", agreement["pageAgrees"]],
    ["name is printed on the page", printed["name"]],
    ["phone is printed on the page", printed["phone"]],
  ].map((row) => row.map((cell) => cell ?? ""));
  return { figures: [tableOf(["measure", "value"], rows), ...problemsOf("pages", scored)].join("\n") };
}

function tableOfFigures(columns: Readonly<Record<string, string>>, lines: readonly Figures[]): string {
  return tableOf(
    Object.keys(columns),
    lines.map((line) => cellsOf(line, Object.values(columns))),
  );
}

/** Failed requests, and what the scorer prints about them. */
function problemsOf(title: string, { lines, answers }: Scored): string[] {
  const failed = answers.filter(({ status }) => status === 0 || status >= 500).length;
  const said = lines.filter((line) => Number(LINES.errors.exec(line)?.groups?.["errors"] ?? 0) > 0);
  return [
    ...(failed === 0 ? [] : [`${title}: ${failed} of ${answers.length} requests got a 5xx or no answer`]),
    ...said.map((line) => `${title}: ${line}`),
  ];
}

function missing(name: string): Report {
  return { note: `Not measured: REAL_SETS has no ${name}.` };
}

/** The messages that the shipped model learned from. */
function learnedSources(): Set<string> {
  return new Set(readObservations().map(({ origin }) => origin.source));
}

function readIndex(path: string): Listed[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Listed);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;
}
