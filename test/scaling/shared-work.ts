import { callerAt, signIn, type Installation } from "#test/scaling/installation.ts";
import { quantile } from "#test/scaling/load.ts";
import { samplesOf } from "#test/scaling/rates.ts";
import { eventually, openPage } from "#test/scaling/streams.ts";

const PAGES = 30;
const CHANGES = 10;

/** What the processes of an installation do as one, in sentences with counts. Throws where they don't. */
export async function checkShared(url: string, installation: Installation): Promise<string[]> {
  return [await sessions(url, installation), await events(url, installation), await work(url, installation)];
}

async function sessions(url: string, { webs }: Installation): Promise<string> {
  const cookie = await signIn(webs[0]?.url ?? url);
  const statusAt = (server: string) => callerAt(server, cookie)("/api/leads?limit=1").then(({ status }) => status);
  const signedIn = await Promise.all(webs.map((web) => statusAt(web.url)));
  await callerAt(webs[1]?.url ?? url, cookie)("/api/session", { method: "DELETE" });
  const signedOut = await Promise.all(webs.map((web) => statusAt(web.url)));
  if (signedIn.some((status) => status !== 200) || signedOut.some((status) => status !== 401)) {
    throw new Error(`Signed in: ${signedIn.join()}; signed out: ${signedOut.join()}.`);
  }
  return `Who signs in at one process is signed in at all ${webs.length}, and signed out at all ${webs.length} by another.`;
}

async function events(url: string, { webs }: Installation): Promise<string> {
  const cookie = await signIn(url);
  const pages = Array.from({ length: PAGES }, () => openPage(url, cookie));
  try {
    await eventually("all pages are open", () => pages.every((page) => page.isOpen()));
    const delays: number[] = [];
    for (let n = 0; n < CHANGES; n += 1) {
      const email = `event-${n}-${Date.now()}@acme.example`;
      const web = webs[n % webs.length]?.url ?? url;
      const answer = await callerAt(web, cookie)("/api/leads", { method: "POST", body: { name: email, email } });
      const { id } = (await answer.json()) as { id: string };
      const answered = performance.now();
      const hears = (text: string): boolean => text.includes(`"${id}"`);
      await eventually(`all pages hear of lead ${id}`, () =>
        pages.every(({ heard }) => heard.some(({ text }) => hears(text))),
      );
      for (const { heard } of pages) delays.push((heard.find(({ text }) => hears(text))?.at ?? 0) - answered);
    }
    return `${delays.length} of ${PAGES * CHANGES} times a page heard of a change, made in turn in each process, ${quantile(delays, 0.5).toFixed(0)} ms after it was answered (p50), ${quantile(delays, 0.99).toFixed(0)} ms at p99.`;
  } finally {
    for (const page of pages) page.close();
  }
}

/** Rescores are requested at web processes, and done by workers, each once. */
async function work(url: string, { webs, workerUrls }: Installation): Promise<string> {
  const cookie = await signIn(url);
  const call = callerAt(url, cookie);
  for (let n = 0; n < 5; n += 1) {
    const made = await call("/api/rules", { method: "POST", body: { name: `Rule ${n}`, keywords: [`word${n}`] } });
    if (!made.ok) throw new Error(`A rule could not be made: ${await made.text()}`);
  }
  const countOf = async (servers: readonly string[]): Promise<number> => {
    const samples = await Promise.all(
      servers.map((server) => samplesOf(server, cookie, "winnow_job_duration_seconds_count")),
    );
    return samples.flat().reduce((sum, { labels, value }) => sum + (labels.includes('kind="rescore"') ? value : 0), 0);
  };
  const synced = await Promise.all(
    webs.map((web) => callerAt(web.url, cookie)("/api/sync-leads", { method: "POST" }).then(({ status }) => status)),
  );
  await eventually("all leads are scored by the new rules", async () => {
    const answer = await call("/api/jobs?limit=100");
    const { jobs } = (await answer.json()) as { jobs: { state: string }[] };
    return jobs.every(({ state }) => !["waiting", "running", "retrying"].includes(state));
  });
  const [byWebs, byWorkers] = [await countOf(webs.map((web) => web.url)), await countOf(workerUrls)];
  if (byWebs !== 0 || byWorkers === 0) throw new Error(`Rescores by webs: ${byWebs}, by workers: ${byWorkers}.`);
  return `5 rules made at the web processes: ${byWorkers} rescores, all by workers, none by a web process; three syncs asked for at once at three processes were answered ${synced.join(", ")}.`;
}
