import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import {
  dismissToast,
  pauseToasts,
  resumeToasts,
  runToastAction,
  shownToasts,
  toast,
} from "#web/ui/overlays/toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  vi.useRealTimers();
});

describe("toast", () => {
  it("stays 5000 ms", () => {
    toast.success("Rule created successfully");
    vi.advanceTimersByTime(LIMITS.toastMilliseconds - 1);
    expect(shownToasts()).toMatchObject([{ title: "Success", description: "Rule created successfully" }]);
    vi.advanceTimersByTime(1);
    expect(shownToasts()).toEqual([]);
  });

  it("is shown with the two before it, each for its full time", () => {
    for (const name of ["One", "Two", "Three", "Four"]) {
      toast.success(name);
      vi.advanceTimersByTime(1_000);
    }
    const words = (): unknown[] => shownToasts().map(({ description }) => description);
    expect(words()).toEqual(["Two", "Three", "Four"]);
    vi.advanceTimersByTime(LIMITS.toastMilliseconds - 3_000);
    expect(words()).toEqual(["Three", "Four"]);
    toast.success("Three");
    expect(words()).toEqual(["Four", "Three"]);
    vi.advanceTimersByTime(LIMITS.toastMilliseconds - 1);
    expect(words()).toEqual(["Three"]);
  });

  it("pauses and resumes with the remaining time", () => {
    toast.success("Read me");
    vi.advanceTimersByTime(4_000);
    pauseToasts();
    pauseToasts();
    vi.advanceTimersByTime(60_000);
    expect(shownToasts()).toHaveLength(1);
    resumeToasts();
    vi.advanceTimersByTime(999);
    expect(shownToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shownToasts()).toEqual([]);
  });

  it("runs the latest Undo once, and no other action", () => {
    toast.success("Earlier", { label: "Undo", onSelect: () => expect.unreachable() });
    const onSelect = vi.fn<() => void>();
    toast.success("Lead status updated successfully", { label: "Undo", onSelect });
    const id = shownToasts().at(-1)?.id;
    toast({
      title: "Ann was approved by Bo",
      action: { label: "Reject anyway", onSelect: () => expect.unreachable() },
    });
    expect(runToastAction()).toBe(true);
    expect(runToastAction(id)).toBe(false);
    expect(onSelect).toHaveBeenCalledOnce();
    expect(shownToasts()).toMatchObject([{ description: "Earlier" }, { title: "Ann was approved by Bo" }]);
  });
});
