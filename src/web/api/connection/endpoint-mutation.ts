import type { QueryClient } from "@tanstack/react-query";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { request, requestAction, type RequestArguments, type RequestOptions } from "#web/api/connection/client.ts";

/** What the mutation gets: the endpoint's parameters, query and body, or nothing if it needs none. */
type Input<K extends EndpointKey> = object extends RequestOptions<K> ? RequestOptions<K> | void : RequestOptions<K>;

/** Refetches what the call may have changed, whether it succeeded or not. */
type Refresh<K extends EndpointKey> = (client: QueryClient, input: Input<K>) => unknown;

/** A mutation that calls one endpoint and resolves to its answer. */
export function endpointMutation<K extends EndpointKey>(key: K, refresh?: Refresh<K>) {
  return {
    mutationFn: (input: Input<K>) => request(key, ...argumentsOf<K>(input)),
    onSettled: settling(refresh),
  };
}

/** The same for an action that can be undone; resolves to the answer and the action id. */
export function endpointAction<K extends EndpointKey>(key: K, refresh?: Refresh<K>) {
  return {
    mutationFn: (input: Input<K>) => requestAction(key, ...argumentsOf<K>(input)),
    onSettled: settling(refresh),
  };
}

function argumentsOf<K extends EndpointKey>(input: Input<K>): RequestArguments<K> {
  return [input] as unknown as RequestArguments<K>;
}

function settling<K extends EndpointKey>(refresh: Refresh<K> | undefined) {
  return (
    _answer: unknown,
    _error: unknown,
    input: Input<K>,
    _result: unknown,
    { client }: { client: QueryClient },
  ): unknown => refresh?.(client, input);
}
