import pino from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { actAs, acting } from "#server/platform/acting.ts";
import { startTracing } from "#server/platform/open-telemetry.ts";
import { inSpan } from "#server/platform/tracing.ts";
import type { JobHandler } from "#server/jobs/queue/job-queue.ts";
import { openQueue } from "#test/job-queues.ts";
import { startOtlpPeer } from "#test/peers/otlp/otlp-peer.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("a job on %s", (engine) => {
  test("is a separate trace that links to the request, and knows both inside", async () => {
    const collector = await startOtlpPeer();
    onTestFinished(() => collector.close());
    process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.endpoint;
    onTestFinished(() => void delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"]);
    const endTracing = startTracing({ sampler: "always_on", ratio: 1, batch: {} }, {}, pino({ level: "silent" }));
    const store = await openTestStore(engine);
    const queue = openQueue(store);
    const seen: unknown[] = [];
    const input = z.object({ fails: z.boolean() });
    const sync: JobHandler<z.output<typeof input>> = {
      input,
      async run({ fails }) {
        seen.push(acting());
        if (fails) throw new Error("broken");
        return { message: "" };
      },
    };
    queue.start({ sync }, 1);
    const ask = (fails: boolean): Promise<string> =>
      actAs({ by: "Ada", userId: "1", requestId: "r" }, () =>
        inSpan("a request", { kind: "server" }, async () => {
          const { job } = await queue.add({ kind: "sync", key: "k", title: "", input: { fails }, maxAttempts: 1 });
          return job.id;
        }),
      );
    const ids = [];
    for (const fails of [false, true]) {
      const id = await ask(fails);
      ids.push(id);
      await queue.ended(id, AbortSignal.timeout(60_000));
    }
    await endTracing();

    expect(seen).toEqual(ids.map((id) => ({ by: "Ada", userId: null, requestId: "r", job: { id, kind: "sync" } })));
    const named = (name: string) => collector.spans.filter((span) => span.name === name);
    const [requests, jobs] = [named("a request"), named("job sync")];
    expect(jobs.map(({ links }) => links)).toEqual(requests.map(({ traceId, spanId }) => [{ traceId, spanId }]));
    expect(jobs.map(({ parentSpanId, kind, failed }) => [parentSpanId, kind, failed])).toEqual([
      ["", "consumer", false],
      ["", "consumer", true],
    ]);
    expect(jobs[0]?.traceId).not.toBe(requests[0]?.traceId);
    expect(jobs[0]?.attributes).toMatchObject({ "winnow.job_id": ids[0], "winnow.request_id": "r" });
    // Looking for more isn't part of any request.
    const ofRequests = collector.spans.filter(({ traceId }) => requests.some((request) => request.traceId === traceId));
    expect(ofRequests.filter(({ name }) => name.startsWith("job"))).toEqual([]);
  });
});
