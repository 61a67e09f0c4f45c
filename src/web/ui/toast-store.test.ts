import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { dismissToast, pauseToast, resumeToast, runToastAction, shownToast, toast } from "#web/ui/toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismissToast();
  vi.useRealTimers();
});

describe("toast", () => {
  it("stays 5000 ms", () => {
    toast.success("Rule created successfully");
    vi.advanceTimersByTime(LIMITS.toastMilliseconds - 1);
    expect(shownToast()).toMatchObject({ title: "Success", description: "Rule created successfully" });
    vi.advanceTimersByTime(1);
    expect(shownToast()).toBeNull();
  });

  it("gives way to the next, which has its full time", () => {
    toast.success("First");
    vi.advanceTimersByTime(LIMITS.toastMilliseconds - 1);
    toast.error("Failed to delete rule", "There is no such rule.");
    vi.advanceTimersByTime(LIMITS.toastMilliseconds - 1);
    expect(shownToast()).toMatchObject({ title: "Error", variant: "destructive", detail: "There is no such rule." });
  });

  it("waits while paused and goes on with what was left", () => {
    toast.success("Read me");
    vi.advanceTimersByTime(4_000);
    pauseToast();
    pauseToast();
    vi.advanceTimersByTime(60_000);
    expect(shownToast()).not.toBeNull();
    resumeToast();
    vi.advanceTimersByTime(999);
    expect(shownToast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(shownToast()).toBeNull();
  });

  it("does what it offers once", () => {
    const onSelect = vi.fn<() => void>();
    toast.success("Lead status updated successfully", { label: "Undo", onSelect });
    expect(runToastAction()).toBe(true);
    expect(runToastAction()).toBe(false);
    expect(onSelect).toHaveBeenCalledOnce();
    expect(shownToast()).toBeNull();
  });
});
