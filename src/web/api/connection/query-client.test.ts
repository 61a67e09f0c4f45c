import { QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { ApiError } from "#web/api/connection/api-error.ts";
import { createQueryClient } from "#web/api/connection/query-client.ts";

const overloaded = new ApiError(503, "Try again.", [], { kind: "overloaded", retryAfterSeconds: 2 });

function answering(...answers: (ApiError | string)[]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = createQueryClient();
  const ask = vi.fn<() => Promise<string | undefined>>(async () => {
    const answer = answers.shift();
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  return { client, ask };
}

it.each(["a read", "a write"])(
  "retries %s refused by an overloaded server, after the requested delay",
  async (what) => {
    const { client, ask } = answering(overloaded, "done");
    const asked =
      what === "a read"
        ? client.query({ queryKey: ["x"], queryFn: ask })
        : client.getMutationCache().build(client, { mutationFn: ask }).execute(undefined);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_001);
    expect(await asked).toBe("done");
  },
);

it("gives up eventually", async () => {
  const { client, ask } = answering(...Array.from({ length: 9 }, () => overloaded));
  const asked = client.query({ queryKey: ["x"], queryFn: ask }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await asked).toBe(overloaded);
  expect(ask).toHaveBeenCalledTimes(5);
});

it("doesn't retry other failures", async () => {
  const failed = new ApiError(503, "The database is away.", [], { kind: "unavailable", retryAfterSeconds: 2 });
  const { client, ask } = answering(failed, "done");
  const asked = client.query({ queryKey: ["x"], queryFn: ask }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await asked).toBe(failed);
});

it("reads again what changed while its first answer was under way", async () => {
  const client = createQueryClient();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const ask = vi.fn<() => Promise<string>>().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  const observer = new QueryObserver(client, { queryKey: ["leads", "list"], queryFn: ask });
  const shown: unknown[] = [];
  onTestFinished(observer.subscribe(({ data }) => shown.push(data)));
  void client.invalidateQueries({ queryKey: ["leads"] });
  expect(ask).toHaveBeenCalledTimes(1);
  first.resolve("before the change");
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  second.resolve("after it");
  await vi.waitFor(() => expect(shown.at(-1)).toBe("after it"));
  expect(shown).toContain("before the change");
  expect(ask).toHaveBeenCalledTimes(2);
});
