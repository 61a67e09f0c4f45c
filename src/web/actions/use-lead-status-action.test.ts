import { expect, it } from "vitest";
import { otherDecision } from "#web/actions/use-lead-status-action.ts";
import { ApiError } from "#web/api/connection/api-error.ts";

const NOW = Date.parse("2026-05-20T12:00:00.000Z");

function stale(more: ConstructorParameters<typeof ApiError>[3]): ApiError {
  return new ApiError(409, "Ann Lee was approved by bo.", [], { kind: "stale", leadStatus: "approved", ...more });
}

it.each([
  ["just now", "2026-05-20T11:59:30.000Z", "Ann Lee was approved by bo just now"],
  ["earlier", "2026-05-20T11:50:00.000Z", "Ann Lee was approved by bo 10 minutes ago"],
  ["at an unknown time", null, "Ann Lee was approved by bo"],
])("names who decided %s, and what a second attempt is based on", (_when, changedAt, title) => {
  expect(otherDecision(stale({ changedAt }), NOW)).toEqual({ title, status: "approved" });
});

it.each([
  ["a conflict of another kind", stale({ kind: "lead_conflict" })],
  ["changed notes", stale({ leadStatus: null })],
  ["a failed connection", new Error("Failed to fetch")],
])("takes %s for no decision", (_word, error) => {
  expect(otherDecision(error, NOW)).toBeNull();
});
