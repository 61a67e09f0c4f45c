import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test, type ExpectStatic } from "vitest";
import type { FormSubmission } from "#shared/contract/form-submission.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { KILL_ROUNDS } from "#test/thorough.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedDatabase, oneEngine } from "#test/stores.ts";

const WRITERS = 4;
/** After at most this many answers the server is killed, while it processes some and receives others. */
const MOST_ANSWERS = 60;
const TIMEOUT = 300_000;

// Concurrent, because after the last kill each waits for a lease to expire.
describe.concurrent("killed while forms come in, stores and processes every acknowledged submission once", () => {
  test.for(oneEngine("sqlite"))("on %s", { timeout: TIMEOUT }, async (engine, { expect }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    /** The email in each submission that the server acknowledged. */
    const answered = new Map<string, string>();
    let sent = 0;
    const nextEmail = (): string => `person.${(sent += 1)}@form.example`;

    for (let round = 1; round <= KILL_ROUNDS; round += 1) {
      const server = await startServer({ dataDir, env });
      const url = await formAddress(server);
      const last = answered.size + Math.ceil(Math.random() * MOST_ANSWERS);
      const onAnswer = (id: string, email: string): void => {
        answered.set(id, email);
        if (answered.size === last) void server.kill();
      };
      await Promise.all(Array.from({ length: WRITERS }, () => fillIn(url, nextEmail, onAnswer)));
      await server.kill();
      expect(answered.size).toBeGreaterThanOrEqual(last);
      await expectStored({ dataDir, databaseUrl }, answered, expect);
    }

    const server = await startServer({ dataDir, env });
    const submissions = await allProcessed(server);
    expect([...new Set(submissions.map(({ outcome }) => outcome))]).toEqual(["created"]);
    const leads = (await (await fetch(`${server.url}/api/leads`)).json()) as { id: string; email: string }[];
    expect(leads.map(({ id }) => id).toSorted()).toEqual(submissions.map(({ leadId }) => leadId ?? "").toSorted());
    expect(new Set(leads.map(({ email }) => email)).size).toBe(leads.length);
    expect(await server.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});

async function formAddress({ url }: ServerProcess): Promise<string> {
  const hook = (await (await fetch(`${url}/api/form-hook`)).json()) as { path: string };
  return url + hook.path;
}

/** Sends forms one at a time until the server is gone. */
async function fillIn(
  url: string,
  nextEmail: () => string,
  onAnswer: (id: string, email: string) => void,
): Promise<void> {
  try {
    for (;;) {
      const email = nextEmail();
      const answer = await fetch(url, { method: "POST", body: new URLSearchParams({ name: "Ann Lee", email }) });
      if (answer.ok) onAnswer(((await answer.json()) as { id: string }).id, email);
    }
  } catch {
    // The connection broke, so whatever was in progress was never acknowledged.
  }
}

/** Acknowledged submissions are stored unchanged, and processed ones have their lead. */
async function expectStored(
  where: StoreOptions,
  answered: ReadonlyMap<string, string>,
  expect: ExpectStatic,
): Promise<void> {
  const store = await openStore(where);
  try {
    for (const [id, email] of answered) {
      const submission = await store.forms.get(id);
      expect(new URLSearchParams(submission?.body).get("email")).toBe(email);
      expect(["waiting", "created"]).toContain(submission?.outcome);
      const lead = submission?.leadId == null ? null : await store.leads.get(submission.leadId);
      expect(lead?.email ?? null).toBe(submission?.outcome === "created" ? email : null);
    }
  } finally {
    await store.close();
  }
}

/** Every submission, once none is waiting anymore. */
async function allProcessed({ url }: ServerProcess): Promise<FormSubmission[]> {
  for (;;) {
    const events = await listenTo(url);
    const submissions = await everySubmission(url);
    if (submissions.every(({ isProcessed }) => isProcessed)) {
      events.close();
      return submissions;
    }
    await events.until(({ event, data }) => event === "changed" && data.topics.includes("form-submissions"));
    events.close();
  }
}

async function everySubmission(url: string): Promise<FormSubmission[]> {
  const all: FormSubmission[] = [];
  for (let next: string | undefined = "/api/form-submissions?limit=200"; next !== undefined;) {
    const answer: Response = await fetch(url + next);
    all.push(...((await answer.json()) as FormSubmission[]));
    next = /<(.+)>; rel="next"/u.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return all;
}
