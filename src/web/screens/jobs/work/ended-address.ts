import { useSearchParams } from "react-router";
import { JobKind, type JobState } from "#shared/contract/job.ts";
import type { JobFilter } from "#web/api/jobs.ts";

/** Final states; dead jobs need a person. */
export const ENDED_STATES = ["done", "dead", "cancelled"] as const satisfies readonly JobState[];

/** The job history filter in the URL; "" removes a part of it. */
export function useEndedAddress(): [filter: JobFilter, change: (name: keyof JobFilter, value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const state = ENDED_STATES.find((one) => one === query.get("state"));
  const kind = JobKind.safeParse(query.get("kind")).data;
  const filter = { ...(state !== undefined && { state }), ...(kind !== undefined && { kind }) };
  const change = (name: keyof JobFilter, value: string): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filter, change];
}
