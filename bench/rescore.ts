import Database from "better-sqlite3";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Rule } from "#shared/contract/rule.ts";
import { startChild } from "./child.ts";
import { atMost, type Figure } from "./figure.ts";
import { SampleLeads } from "./sample-leads.ts";
import type { DatabaseAddress, Stage } from "./stage.ts";

const MOST_SECONDS = 60;
/** Of a request that reads one lead. */
const MOST_MILLISECONDS = 50;
const LOOK_MILLISECONDS = 20;
/** From the middle of the vocabulary: each stands in about one lead of 150. */
const NEW_KEYWORDS = 16;

/**
 * Every lead scored again, from the press of the button to the last one written, with the requests of a person in
 * between, beside the bare driver that writes the same columns of as many leads in batches.
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
      await sleep(LOOK_MILLISECONDS);
    }
    return { seconds: (performance.now() - start) / 1_000, longest };
  };
  try {
    // The leads of the stage come with made-up scores, keywords and statuses: now each gets its own.
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
      atMost(MOST_SECONDS, { ...of, name: `${leads} leads get other scores`, value: weight.seconds }, bare),
      atMost(MOST_SECONDS, { ...of, name: `new keywords, found in a tenth of ${leads} leads`, value: tenth.seconds }),
      atMost(MOST_SECONDS, { ...of, name: `another threshold for ${leads} leads`, value: threshold.seconds }),
      atMost(MOST_MILLISECONDS, { ...of, unit: "ms", name: "longest wait for a lead meanwhile", value: longest }),
    ];
  } finally {
    await state.close();
    await server.stop();
  }
}

/** Looks whether all leads have been scored by the rules of now, past the server. */
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
