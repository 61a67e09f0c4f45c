import { expect, it } from "vitest";
import { inOrder } from "#web/api/connection/changing.ts";

it("sends a record's changes one after the other, also after a failure, and those of others at once", async () => {
  const sent: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<string>>();
  const send = (record: string, what: string) =>
    inOrder(record, () => {
      sent.push(what);
      const answer = Promise.withResolvers<string>();
      answers.set(what, answer);
      return answer.promise;
    });
  const first = send("lead 1", "first");
  const second = send("lead 1", "second");
  const third = send("lead 1", "third");
  const other = send("lead 2", "other");
  await expect.poll(() => sent).toEqual(["first", "other"]);
  answers.get("first")?.resolve("done");
  expect(await first).toBe("done");
  await expect.poll(() => sent).toEqual(["first", "other", "second"]);
  answers.get("second")?.reject(new Error("refused"));
  await expect(second).rejects.toThrow("refused");
  await expect.poll(() => sent).toEqual(["first", "other", "second", "third"]);
  answers.get("third")?.resolve("done");
  answers.get("other")?.resolve("done");
  await Promise.all([third, other]);
});
