import { setTimeout as delay } from "node:timers/promises";
import { during } from "#test/scaling/fail-over.ts";
import { callerAt, signIn, startInstallation, type Settings } from "#test/scaling/installation.ts";
import type { ReverseProxy } from "#test/scaling/reverse-proxy.ts";
import { eventually } from "#test/scaling/streams.ts";
import { openSilentWay } from "#test/silent-way.ts";

const SILENT_MILLISECONDS = 20_000;
const LIMIT_SECONDS = 5;

/**
 * Two web processes and two workers; one of each reaches the database through a network that goes silent while people
 * write and jobs run, and comes back without the old connections. Returns a row as of a failover, and a sentence.
 */
export async function silentNetwork(url: string, proxy: ReverseProxy, shared: Settings): Promise<string[]> {
  const way = await openSilentWay(url);
  const settings = { ...shared, WINNOW_DATABASE_TIMEOUT: String(LIMIT_SECONDS) };
  const cutOff = await startInstallation(proxy, { ...settings, DATABASE_URL: way.url }, { webs: 1, workers: 1 });
  const others = await startInstallation(proxy, { ...settings, DATABASE_URL: url }, { webs: 1, workers: 1 });
  const webs = [...cutOff.webs, ...others.webs].map((web) => web.url);
  proxy.setServers(webs);
  try {
    const call = callerAt(others.webs[0]?.url ?? "", await signIn(proxy.url));
    const row = await during("cut off by a silent network", url, proxy.url, async () => {
      // A rescore of all leads is in progress somewhere.
      await call("/api/rules", { method: "POST", body: { name: `Silent ${Date.now()}`, keywords: ["silence"] } });
      way.silence();
      await delay(SILENT_MILLISECONDS);
      way.restore();
      const ready = () => Promise.all(webs.map((web) => fetch(`${web}/readyz`).then(({ status }) => status)));
      await eventually("every process is ready again", async () => (await ready()).every((status) => status === 200));
    });
    await eventually("all jobs have ended", async () => {
      const answer = await call("/api/jobs?limit=100");
      const { jobs } = (await answer.json()) as { jobs: { state: string }[] };
      return jobs.every(({ state }) => !["waiting", "running", "retrying"].includes(state));
    });
    const dead = (await (await call("/api/jobs?state=dead")).json()) as { jobs: unknown[] };
    return [
      row,
      `\nAfter ${SILENT_MILLISECONDS / 1_000} s of silence all jobs had ended, ${dead.jobs.length} of them dead.`,
    ];
  } finally {
    await way.close();
    await Promise.all([cutOff.stop(), others.stop()]);
  }
}
