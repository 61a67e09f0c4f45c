import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_RULE, type RuleDraft } from "#shared/contract/rule.ts";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { startChild } from "./child.ts";
import { atMost, median, type Figure } from "./figure.ts";
import { growthDuring } from "./process-figures.ts";
import { SampleLeads } from "./sample-leads.ts";
import type { Stage } from "./stage.ts";

const SMALL = 100_000;
const MAX_MILLISECONDS = { small: 300, large: 2_000 };
/** For a request that reads one lead during what-if. */
const MAX_WAIT_MILLISECONDS = 50;
const POLL_MILLISECONDS = 10;
const RULES = 200;
const KEYWORDS_PER_RULE = 5;
const ROUNDS = 5;

/**
 * What-if answers for drafts of 1,000 keywords while someone edits rules and reads leads; medians of several different
 * edits. The first answer is next to the bare driver reading the same columns.
 */
export async function whatIf(stage: Stage): Promise<Figure[]> {
  const words = wordsByUse();
  const rules = rulesOf(words);
  let server = await stage.startServer();
  let longest = 0;
  const ask = async (question: WhatIf): Promise<number> => {
    const start = performance.now();
    const asked = fetch(`${server.url}/api/what-if`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
    });
    const answered = asked.then(async (answer) => {
      const { total } = (await answer.json()) as WhatIfResult;
      if (total !== stage.leads) throw new Error(`What-if covered ${total} leads.`);
      return performance.now() - start;
    });
    for (;;) {
      const looked = performance.now();
      await (await fetch(`${server.url}/api/leads/${1 + Math.floor(Math.random() * stage.leads)}`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - looked);
      const time = await Promise.race([answered, sleep(POLL_MILLISECONDS, null)]);
      if (time !== null) return time;
    }
  };
  const several = async (questionOf: (round: number) => WhatIf | Promise<WhatIf>): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await ask(await questionOf(round)));
    return median(times);
  };
  const withRule = (rule: Partial<RuleDraft>): WhatIf => ({ rules: [...rules, { ...draftOf([]), ...rule }] });

  try {
    const ofScores = [await ask({}), await ask({ threshold: 31 })];
    await server.stop();
    server = await stage.startServer();
    let first = 0;
    const memory = await growthDuring(server.pid, async () => {
      first = await ask({ rules });
    });
    const times = {
      "an edited lead": await several(async (round) => {
        await edit(server.url, 1 + round * Math.floor(stage.leads / ROUNDS), `Wants ${round}`);
        return { rules };
      }),
      "another threshold": await several((round) => ({ rules, threshold: 31 + round })),
      "another weight": await several((round) => ({
        rules: rules.map((rule, at) => (at === round ? { ...rule, scoreWeight: 7 } : rule)),
      })),
      "a new keyword in 1/4 of the leads": await several((round) =>
        withRule({ keywords: [words.common[round] ?? ""] }),
      ),
      "a new keyword in all leads": await several((round) => withRule({ keywords: [`head${"-".repeat(round)}`] })),
      "a new keyword in no lead": await several((round) => withRule({ keywords: [`orchid${round}`] })),
      "a new regex with a literal word": await several((round) =>
        withRule({ mode: "regex", keywords: [String.raw`\d{${round + 2},} (users|seats)`] }),
      ),
      "a new regex without a literal word": await several((round) =>
        withRule({ mode: "regex", keywords: [String.raw`\b[xyz]\w{${round + 4}}\b`] }),
      ),
    };
    const child = await startChild("bare-scan.ts", [stage.engine, stage.database], (line) => /^[\d.]+$/u.test(line));
    await child.stop();
    const bare = Number(child.lines.at(-1)) * 1_000;
    const of = { engine: stage.engine, unit: "ms" };
    const leads = stage.leads.toLocaleString("en");
    const most = stage.leads <= SMALL ? MAX_MILLISECONDS.small : MAX_MILLISECONDS.large;
    return [
      atMost(most, { ...of, name: `first what-if of ${leads} leads, saved rules`, value: ofScores[0] ?? 0 }),
      atMost(most, { ...of, name: "then another threshold", value: ofScores[1] ?? 0 }),
      atMost(most, { ...of, name: `first what-if of ${leads} leads, changed rules`, value: first }, bare),
      ...Object.entries(times).map(([name, value]) => atMost(most, { ...of, name: `then ${name}`, value })),
      atMost(MAX_WAIT_MILLISECONDS, { ...of, name: "slowest lead request during what-if", value: longest }),
      atMost((stage.leads / 1_000_000) * 1_000 + 200, {
        ...of,
        name: "memory of what-if",
        value: memory,
        unit: "MB",
      }),
    ];
  } finally {
    await server.stop();
  }
}

async function edit(url: string, id: number, title: string): Promise<void> {
  const answer = await fetch(`${url}/api/leads/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Words in the leads' notes: some for rules, and common ones without a rule. */
function wordsByUse(): { rules: string[]; common: string[] } {
  const counts = new Map<string, number>();
  for (const { notes } of new SampleLeads(2_000).next(2_000)) {
    for (const word of new Set(notes.split(" "))) if (word !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word);
  return { common: words.slice(0, ROUNDS), rules: words.slice(ROUNDS, ROUNDS + RULES * KEYWORDS_PER_RULE) };
}

function rulesOf({ rules }: { rules: readonly string[] }): RuleDraft[] {
  return Array.from({ length: RULES }, (_, rule) => draftOf(rules.filter((_word, at) => at % RULES === rule)));
}

function draftOf(keywords: string[]): RuleDraft {
  return { ...DEFAULT_RULE, name: "Draft", keywords, scoreWeight: 3 };
}
