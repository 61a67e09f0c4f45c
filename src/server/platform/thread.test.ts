import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { startThread, type Thread } from "#server/platform/thread.ts";

/** A thread that halves even numbers after as many turns as they say, rejects odd ones, and exits at 0. */
function halving(): Thread<number, number> {
  const part = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `import { answerAsked } from ${part("thread.ts")};
    import { AppError } from ${part("errors.ts")};
    import { setImmediate } from "node:timers/promises";
    answerAsked(async (number) => {
      if (number === 0) process.exit(1);
      if (number < 0) throw new AppError("negative", 422, "Only numbers from 0 on", { retryAfterSeconds: 7, members: { number } });
      if (number % 2 === 1) throw new RangeError(number + " is odd");
      for (let turn = 0; turn < number; turn += 1) await setImmediate();
      return number / 2;
    });`;
  const thread = startThread<number, number>(
    new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    "It ended",
  );
  onTestFinished(() => thread.close());
  return thread;
}

test("each question gets its answer, in order", async () => {
  const thread = halving();
  const answered: number[] = [];
  const answers = [200, 2, 40].map((number) => thread.ask(number).then((answer) => answered.push(answer)));
  await Promise.all(answers);
  expect(answered).toEqual([100, 1, 20]);
});

test("a question that fails is rejected with the error message, and the next one is answered", async () => {
  const thread = halving();
  await expect(thread.ask(3)).rejects.toThrow("3 is odd");
  expect(await thread.ask(8)).toBe(4);
});

test("an error meant for people stays one", async () => {
  const thread = halving();
  await expect(thread.ask(-2)).rejects.toBeInstanceOf(AppError);
  await expect(thread.ask(-2)).rejects.toMatchObject({
    id: "negative",
    status: 422,
    message: "Only numbers from 0 on",
    retryAfterSeconds: 7,
    members: { number: -2 },
  });
  await expect(thread.ask(3)).rejects.not.toBeInstanceOf(AppError);
});

test("a thread that ends rejects waiting and later questions", async () => {
  const thread = halving();
  const [ending, behind] = await Promise.allSettled([thread.ask(0), thread.ask(2)]);
  expect([ending, behind]).toEqual([
    { status: "rejected", reason: new Error("It ended") },
    { status: "rejected", reason: new Error("It ended") },
  ]);
  await expect(thread.ask(2)).rejects.toThrow("It ended");
});

test("a thread is not ended while it loads its program", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-thread-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const loaded = join(folder, "loaded");
  const program = `import { writeFileSync } from "node:fs";
    import { setTimeout } from "node:timers/promises";
    import { answerAsked } from ${JSON.stringify(new URL("thread.ts", import.meta.url).href)};
    await setTimeout(50);
    writeFileSync(${JSON.stringify(loaded)}, "");
    answerAsked(() => null);`;
  const thread = startThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`), "It ended");
  await thread.close();
  await expect(access(loaded)).resolves.toBeUndefined();
});
