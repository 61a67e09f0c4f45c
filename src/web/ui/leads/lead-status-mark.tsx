import { Status, type StatusTone } from "#web/ui/status.tsx";

const LOOKS = new Map<string, { tone: StatusTone; word: string }>([
  ["pending", { tone: "warning", word: "Pending" }],
  ["qualified", { tone: "success", word: "Qualified" }],
  ["approved", { tone: "success", word: "Approved" }],
  ["rejected", { tone: "neutral", word: "Rejected" }],
]);

/** A lead's status; unknown ones are shown unchanged, missing ones as N/A. */
export function LeadStatusMark({ status }: { status: string | null | undefined }) {
  const look = LOOKS.get(status ?? "");
  return <Status tone={look?.tone ?? "neutral"}>{look?.word ?? (status || "N/A")}</Status>;
}
