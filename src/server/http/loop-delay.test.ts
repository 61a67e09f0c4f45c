import { expect, onTestFinished, test, vi } from "vitest";
import { watchLoopDelay } from "#server/http/loop-delay.ts";

/** A loop whose turns take as long as the test says. */
function loop() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let clock = 0;
  const delay = watchLoopDelay(100, 1_000, () => clock);
  return {
    delay,
    work: (milliseconds: number) => void (clock += milliseconds),
    /** The loop's next turn, after this much work. */
    turn: (milliseconds: number) => {
      clock += milliseconds;
      vi.advanceTimersByTime(20);
    },
  };
}

test("one long turn is no overload, nor what waited for it", () => {
  const { delay, turn, work } = loop();
  turn(5_000);
  work(500);
  expect(delay.isOverrun()).toBe(false);
});

test("when every turn is long for long enough, the delay follows them", () => {
  const { delay, turn, work } = loop();
  for (let n = 0; n < 7; n += 1) turn(200);
  expect(delay.isOverrun()).toBe(false);
  work(120);
  expect(delay.isOverrun()).toBe(false);
  work(1);
  expect(delay.isOverrun()).toBe(true);
  turn(0);
  expect(delay.isOverrun()).toBe(false);
});

test("after one quick turn there is no queue", () => {
  const { delay, turn, work } = loop();
  for (let n = 0; n < 7; n += 1) turn(200);
  turn(20);
  turn(200);
  work(500);
  expect(delay.isOverrun()).toBe(false);
});

test("isn't measured after its end", () => {
  const { delay, turn } = loop();
  delay.end();
  expect(vi.getTimerCount()).toBe(0);
  turn(5_000);
  expect(delay.isOverrun()).toBe(false);
});
