import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

/** Position in the queue: after this score and id, best first. */
export interface ReviewPlace {
  id: string;
  score: number;
}

/** The next lead to review and how many remain; null starts at the first. */
export function reviewQueueQuery(after: ReviewPlace | null) {
  return queryOptions({
    queryKey: [...keys.leadReview, after],
    queryFn: ({ signal }) => {
      const query = after === null ? {} : { afterScore: after.score, afterId: after.id };
      return request("GET /api/leads/to-review", { query, signal });
    },
    // Leads reviewed since must not reappear.
    gcTime: 0,
  });
}
