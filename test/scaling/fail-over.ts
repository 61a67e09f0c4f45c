import { setTimeout as delay } from "node:timers/promises";
import { onServer, type DatabasePair } from "#test/scaling/database-servers.ts";
import { callerAt, signIn, type Installation } from "#test/scaling/installation.ts";
import { isTaken, load } from "#test/scaling/load.ts";
import { eventually, openPage } from "#test/scaling/streams.ts";

const CALLERS = 8;
const PAGES = 10;
const BEFORE_MILLISECONDS = 2_000;
const AFTER_MILLISECONDS = 4_000;
/** How long a restarted primary is away, and how long until a standby is promoted. */
const AWAY_MILLISECONDS = 3_000;

/** Takes the primary away in every way while leads are written; one table row for each. The last way is final. */
export async function* failOver(pair: DatabasePair, url: string, installation: Installation): AsyncGenerator<string> {
  const { primary, standby } = pair;
  for (const how of ["fast", "immediate"] as const) {
    yield await during(`restarted, \`-m ${how}\``, primary.url, url, async () => {
      await primary.stop(how);
      await delay(AWAY_MILLISECONDS);
      await primary.start();
    });
  }
  yield await during("killed, the standby promoted", standby.url, url, async () => {
    await primary.stop("kill");
    await delay(AWAY_MILLISECONDS);
    await pair.promote();
  });
  const ready = await Promise.all(
    [...installation.webs.map((web) => web.url), ...installation.workerUrls].map((each) => fetch(`${each}/readyz`)),
  );
  yield `\nEvery process afterwards, without a hand: ${ready.map(({ status }) => status).join(", ")} at /readyz.`;
}

/** Writes leads during a fault; returns a row's cells: acknowledged, lost, rejected, and how long it took. */
export async function during(
  name: string,
  survivor: string,
  url: string,
  happens: () => Promise<void>,
): Promise<string> {
  const cookie = await signIn(url);
  const call = callerAt(url, cookie);
  const pages = Array.from({ length: PAGES }, () => openPage(url, cookie));
  await eventually("all pages are open", () => pages.every((page) => page.isOpen()));
  const run = Date.now();
  const acknowledged: string[] = [];
  const strange = new Set<string>();
  let count = 0;
  const over = new AbortController();
  const writing = load(CALLERS, over.signal, async () => {
    const email = `survivor-${run}-${(count += 1)}@acme.example`;
    const answer = await call("/api/leads", { method: "POST", body: { name: email, email } });
    await answer.arrayBuffer();
    if (isTaken(answer.status)) acknowledged.push(email);
    else if (answer.status !== 503 || answer.headers.get("retry-after") === null) strange.add(String(answer.status));
    return answer.status;
  });
  await delay(BEFORE_MILLISECONDS);
  await happens();
  const then = acknowledged.length;
  await eventually("writes are taken again", () => acknowledged.length > then + CALLERS);
  await delay(AFTER_MILLISECONDS);
  over.abort();
  const answered = await writing;

  const rows = await onServer<{ email: string }>(
    survivor,
    `select email from leads where email like 'survivor-${run}-%'`,
  );
  const there = new Set(rows.map(({ email }) => email));
  const lost = acknowledged.filter((email) => !there.has(email)).length;
  const refused = answered.filter(({ status }) => !isTaken(status));
  const longest = Math.max(...answered.map(({ milliseconds }) => milliseconds)) / 1_000;
  const back = await streamsBack(pages, call);
  for (const page of pages) page.close();
  const others = strange.size === 0 ? "all 503 with Retry-After" : `also ${[...strange].join(", ")}`;
  return `| ${name} | ${acknowledged.length} | ${lost} | ${refused.length}, ${others} | ${longestGap(answered).toFixed(1)} | ${longest.toFixed(1)} | ${back} of ${PAGES} |`;
}

/** The longest time between two acknowledged writes. */
function longestGap(answered: readonly { status: number; at: number }[]): number {
  const taken = answered
    .filter(({ status }) => isTaken(status))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
  return Math.max(...taken.slice(1).map((at, index) => at - (taken[index] ?? at))) / 1_000;
}

/** How many pages are notified of a change made now. */
async function streamsBack(pages: readonly ReturnType<typeof openPage>[], call: ReturnType<typeof callerAt>) {
  const email = `after-${Date.now()}@acme.example`;
  const answer = await call("/api/leads", { method: "POST", body: { name: email, email } });
  const { id } = (await answer.json()) as { id: string };
  const hearing = () => pages.filter(({ heard }) => heard.some(({ text }) => text.includes(`"${id}"`))).length;
  await eventually("the pages hear again", () => hearing() === pages.length).catch(() => {});
  return hearing();
}
