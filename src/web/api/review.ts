import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

/** Behind a lead with this score and id, best first. */
export interface ReviewPlace {
  id: string;
  score: number;
}

/** Which qualified lead waits for a person next, and how many do from there on; null means from the first. */
export function reviewQueueQuery(after: ReviewPlace | null) {
  return queryOptions({
    queryKey: [...keys.leadReview, after],
    queryFn: ({ signal }) => {
      const query = after === null ? {} : { afterScore: after.score, afterId: after.id };
      return request("GET /api/leads/to-review", { query, signal });
    },
    // Whoever was passed since must not come up once more.
    gcTime: 0,
  });
}
