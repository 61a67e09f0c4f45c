import Database from "better-sqlite3";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Rule } from "#shared/contract/rule.ts";
import { startChild } from "./child.ts";
import { atMost, type Figure } from "./figure.ts";
import { SampleLeads } from "./sample-leads.ts";
import type { DatabaseAddress, Stage } from "./stage.ts";

const MAX_SECONDS = 60;
/** For a request that reads one lead. */
const MAX_MILLISECONDS = 50;
const POLL_MILLISECONDS = 20;
/** From the middle of the vocabulary: each is in about one of 150 leads. */
const NEW_KEYWORDS = 16;

/**
 * Rescores every lead while someone keeps reading leads, next to the bare driver writing the same columns in batches.
 */
export async function rescore(stage: Stage): Promise<Figure[]> {
  const server = await stage.startServer();
  const change = async (method: string, path: string, body: unknown): Promise<Rule> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as Rule;
  };
  const state = await watchState(stage);
  const timed = async (act: () => Promise<unknown>): Promise<{ seconds: number; longest: number }> => {
    const start = performance.now();
    await act();
    let longest = 0;
    while (!(await state.isDone())) {
      const asked = performance.now();
      await (await fetch(`${server.url}/api/leads/${1 + Math.floor(Math.random() * stage.leads)}`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - asked);
      await sleep(POLL_MILLISECONDS);
    }
    return { seconds: (performance.now() - start) / 1_000, longest };
  };
  try {
    // The sample leads have invented scores, keywords and statuses; compute the real ones first.
    const rule = { name: "Form", keywords: ["ltd"], scoreWeight: 20 };
    let id = "";
    await timed(async () => {
      ({ id } = await change("POST", "/api/rules", rule));
    });
    const weight = await timed(() => change("PATCH", `/api/rules/${id}`, { scoreWeight: 25 }));
    const { words } = new SampleLeads(0);
    const keywords = words.slice(words.length / 2, words.length / 2 + NEW_KEYWORDS);
    const tenth = await timed(() => change("PATCH", `/api/rules/${id}`, { keywords: ["ltd", ...keywords] }));
    const threshold = await timed(() => change("PUT", "/api/settings", { qualificationThreshold: 22 }));
    await server.stop();
    const child = await startChild("bare-rescore.ts", [stage.engine, stage.database], (line) => /^[\d.]+$/u.test(line));
    await child.stop();
    const bare = Number(child.lines.at(-1));
    const of = { engine: stage.engine, unit: "s" };
    const leads = stage.leads.toLocaleString("en");
    const longest = Math.max(weight.longest, tenth.longest, threshold.longest);
    return [
      atMost(
        MAX_SECONDS,
        { ...of, name: `rescore of ${leads} leads, every score changes`, value: weight.seconds },
        bare,
      ),
      atMost(MAX_SECONDS, { ...of, name: `rescore of ${leads} leads, new keywords in a tenth`, value: tenth.seconds }),
      atMost(MAX_SECONDS, { ...of, name: `rescore of ${leads} leads, new threshold`, value: threshold.seconds }),
      atMost(MAX_MILLISECONDS, { ...of, unit: "ms", name: "slowest lead request during a rescore", value: longest }),
    ];
  } finally {
    await state.close();
    await server.stop();
  }
}

/** Checks in the database whether all scores are current. */
async function watchState({ engine, database }: DatabaseAddress): Promise<{
  isDone(): Promise<boolean>;
  close(): Promise<void>;
}> {
  const query = "select wanted = done as done from rescore_state";
  if (engine === "postgres") {
    const client = new pg.Client(database);
    await client.connect();
    return {
      isDone: async () => (await client.query<{ done: boolean }>(query)).rows[0]?.done === true,
      close: () => client.end(),
    };
  }
  const db = new Database(database, { readonly: true });
  return {
    isDone: () => Promise.resolve(db.prepare(query).pluck().get() === 1),
    close: () => Promise.resolve(void db.close()),
  };
}
