import type { z } from "zod";
import type { EndpointKey, Endpoints } from "#shared/contract/endpoints.ts";
import { ApiError, errorOf } from "#web/api/api-error.ts";
import { doubtServer, heardFromServer } from "#web/api/connection.ts";
import { doubtSession } from "#web/api/session-doubt.ts";

/** What a call answers: the contract's type, null for 204. */
export type Answer<K extends EndpointKey> = z.output<Endpoints[K]["response"]>;

/** What a call takes: `params` fill the path, `query` follows it, `body` is sent as JSON. */
export type RequestOptions<K extends EndpointKey> = Part<K, "params", "output"> &
  Part<K, "query", "output", true> &
  Part<K, "body", "input"> & { signal?: AbortSignal };

/** An object with `name` where the endpoint has such a part, typed before (`input`) or after its defaults (`output`). */
type Part<
  K extends EndpointKey,
  Name extends "params" | "query" | "body",
  Side extends "input" | "output",
  IsOptional extends boolean = false,
> =
  Endpoints[K] extends Record<Name, infer Schema extends z.ZodType>
    ? IsOptional extends true
      ? Partial<Record<Name, Value<Schema, Side>>>
      : Record<Name, Value<Schema, Side>>
    : unknown;

type Value<Schema extends z.ZodType, Side> = Side extends "input" ? z.input<Schema> : z.output<Schema>;

/** The options may be left out of a call that needs none. */
export type RequestArguments<K extends EndpointKey> =
  object extends RequestOptions<K> ? [RequestOptions<K>?] : [RequestOptions<K>];

/**
 * Makes one call of the contract, named by method and path: `request("PATCH /api/leads/{id}", { params, body })`.
 * Throws ApiError for any answer that is not ok, 401 included, and for a network that fails; an aborted signal throws
 * its own AbortError, so that a cancelled query is not taken for a failed one.
 */
export async function request<K extends EndpointKey>(key: K, ...options: RequestArguments<K>): Promise<Answer<K>> {
  const { data } = await requestWithHeaders(key, ...options);
  return data;
}

/** The same, with the answer's status and headers: totals and the next page of a list, the act that an undo names. */
export async function requestWithHeaders<K extends EndpointKey>(
  key: K,
  ...[options]: RequestArguments<K>
): Promise<{ data: Answer<K>; status: number; headers: Headers }> {
  const { params, query, body, signal }: LooseOptions = options ?? {};
  const [method = "GET", template = ""] = key.split(" ");
  const response = await send(`${fillPath(template, params)}${queryText(query)}`, {
    method,
    credentials: "include",
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(signal === undefined ? {} : { signal }),
  });
  // The contract is what both sides are checked against; parsing it again here would put zod into the first screen.
  const data = (await readJson(response)) as Answer<K>;
  return { data, status: response.status, headers: response.headers };
}

/** Fetches and throws ApiError unless the answer is ok; for the calls that do not answer JSON. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    void doubtServer();
    throw new ApiError(0, "The server cannot be reached. Check that it is running and try again.");
  }
  if (isOfProxy(response)) void doubtServer();
  else heardFromServer();
  if (response.status === 401) doubtSession();
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** What stands in front of a server that is away answers in its place, but not with problem details. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !headers.get("content-type")?.startsWith("application/problem+json");
}

/** The query part of an address, "?" included; what is undefined or empty is left out. */
export function queryText(query: object | undefined): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return text === "" ? "" : `?${text}`;
}

interface LooseOptions {
  params?: unknown;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
}

function fillPath(template: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(values.get(name))));
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(response.status, "The answer of the server was cut off. Try again.");
  }
}
