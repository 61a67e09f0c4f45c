import { callerAt, signIn, type Installation } from "#test/scaling/installation.ts";
import { isTaken, load, quantile, type Answered } from "#test/scaling/load.ts";

const CALLERS = 16;

/** Reads pages and searches of the list, then decides on leads, each for a set time; cells of a table. */
export async function measureRates(url: string, installation: Installation, seconds: number) {
  const cookie = await signIn(url);
  const call = callerAt(url, cookie);
  const page = await call("/api/leads?limit=200");
  const ids = ((await page.json()) as { id: string }[]).map(({ id }) => id);
  let turn = 0;
  const read = async (): Promise<number> => {
    const search = turn % 4 === 0 ? `&search=person-${(turn * 37) % 20_000}` : `&minScore=${turn % 100}`;
    turn += 1;
    const answer = await call(`/api/leads?limit=50${search}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  const write = async (): Promise<number> => {
    turn += 1;
    const answer = await call(`/api/leads/${ids[turn % ids.length]}`, {
      method: "PATCH",
      body: { status: turn % 2 === 0 ? "approved" : "rejected" },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  // Compiled code and plans first.
  await load(CALLERS, AbortSignal.timeout(1_000), read);
  const reads = await load(CALLERS, AbortSignal.timeout(seconds * 1_000), read);
  await load(CALLERS, AbortSignal.timeout(500), write);
  const writes = await load(CALLERS, AbortSignal.timeout(seconds * 1_000), write);
  return {
    reads: cellsOf(reads, seconds),
    writes: cellsOf(writes, seconds),
    byReplica: await shareOfReplica(installation, cookie),
  };
}

/** Calls per second, and the median and 99th percentile of their time. */
function cellsOf(answered: readonly Answered[], seconds: number): string {
  const taken = answered.filter(({ status }) => isTaken(status));
  const refused = answered.length - taken.length;
  const times = taken.map(({ milliseconds }) => milliseconds);
  const rate = `${Math.round(taken.length / seconds)}${refused > 0 ? ` (and ${refused} refused)` : ""}`;
  return [rate, quantile(times, 0.5).toFixed(0), quantile(times, 0.99).toFixed(0)].join(" | ");
}

/** The replica's share of what it may serve; null where there is none. */
async function shareOfReplica({ webs }: Installation, cookie: string): Promise<string | null> {
  let [all, byReplica] = [0, 0];
  for (const { url } of webs) {
    for (const { labels, value } of await samplesOf(url, cookie, "winnow_replica_reads_total")) {
      all += value;
      if (labels.includes('outcome="replica"')) byReplica += value;
    }
  }
  return all === 0 ? null : `${Math.round((100 * byReplica) / all)} %`;
}

/** The values of a metric of one process. */
export async function samplesOf(
  url: string,
  cookie: string,
  name: string,
): Promise<{ labels: string; value: number }[]> {
  const text = await (await callerAt(url, cookie)("/metrics")).text();
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith(`${name}{`)) return [];
    return [{ labels: line.slice(name.length, line.lastIndexOf(" ")), value: Number(line.split(" ").at(-1)) }];
  });
}
