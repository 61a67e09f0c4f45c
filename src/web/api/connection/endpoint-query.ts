import {
  type QueryKey,
  queryOptions,
  type QueryKeyWithDataTag,
  type UnusedSkipTokenOptions,
} from "@tanstack/react-query";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { type Answer, request, type RequestArguments } from "#web/api/connection/client.ts";

type EndpointQuery<K extends EndpointKey, Key extends QueryKey> = UnusedSkipTokenOptions<
  Answer<K>,
  Error,
  Answer<K>,
  Key
> &
  QueryKeyWithDataTag<Key, Answer<K>>;

/** A query that calls one endpoint. */
export function endpointQuery<K extends EndpointKey, const Key extends QueryKey>(
  queryKey: Key,
  key: K,
  ...[options]: RequestArguments<K>
): EndpointQuery<K, Key> {
  return queryOptions<Answer<K>, Error, Answer<K>, Key>({
    queryKey,
    queryFn: ({ signal }) => request(key, ...([{ ...options, signal }] as unknown as RequestArguments<K>)),
  });
}
