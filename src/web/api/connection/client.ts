import type { z } from "zod";
import type { EndpointKey, Endpoints } from "#shared/contract/endpoints.ts";
import { answerShapes } from "#web/api/connection/answer-shapes.ts";
import { ApiError, errorOf } from "#web/api/connection/api-error.ts";
import { currentOutage, doubtServer, heardFromServer, isReachable } from "#web/api/connection/connection.ts";
import { fitAnswer } from "#web/api/connection/fit-answer.ts";
import { doubtSession } from "#web/api/connection/session-doubt.ts";

/** Response type of an endpoint; null for 204. */
export type Answer<K extends EndpointKey> = z.output<Endpoints[K]["response"]>;

/** Input of an endpoint: path `params`, `query`, and a JSON `body`. */
export type RequestOptions<K extends EndpointKey> = Part<K, "params", "output"> &
  Part<K, "query", "output", true> &
  Part<K, "body", "input"> & {
    signal?: AbortSignal;
    /** Completes even if the page is closed. Browsers limit such bodies to 64 KB. */
    keepalive?: boolean;
  };

/**
 * An object with `name` if the endpoint has that part, typed before (`input`) or after (`output`) applying defaults.
 */
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

/** Options are optional for endpoints that need none. */
export type RequestArguments<K extends EndpointKey> =
  object extends RequestOptions<K> ? [RequestOptions<K>?] : [RequestOptions<K>];

/** How long a query waits for the response to begin, and then to end. */
const QUERY_LIMIT_MILLISECONDS = 30_000;

/**
 * Calls an endpoint by method and path: `request("PATCH /api/leads/{id}", { params, body })`. Throws ApiError for any
 * failed response, including 401, and for network errors; an aborted signal throws its AbortError, so that a canceled
 * query isn't treated as failed. A call with a signal, i.e. a query, has a time limit; actions may take long.
 */
export async function request<K extends EndpointKey>(key: K, ...options: RequestArguments<K>): Promise<Answer<K>> {
  const { data } = await requestWithHeaders(key, ...options);
  return data;
}

/** The answer to an action that can be undone, with its id for that; null when there is nothing to undo. */
export interface ActionResult<T> {
  data: T;
  actId: string | null;
}

/** Calls an endpoint that records an undoable action. */
export async function requestAction<K extends EndpointKey>(
  key: K,
  ...options: RequestArguments<K>
): Promise<ActionResult<Answer<K>>> {
  const { data, headers } = await requestWithHeaders(key, ...options);
  return { data, actId: headers.get("x-act-id") };
}

/** Like `request`, with status and headers: list totals, the next page, the action id for undo. */
export async function requestWithHeaders<K extends EndpointKey>(
  key: K,
  ...[options]: RequestArguments<K>
): Promise<{ data: Answer<K>; status: number; headers: Headers }> {
  const { params, query, body, signal, keepalive }: LooseOptions = options ?? {};
  const [method = "GET", template = ""] = key.split(" ");
  const limit = signal === undefined ? null : limited(signal);
  try {
    const response = await send(`${fillPath(template, params)}${queryText(query)}`, {
      method,
      credentials: "include",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      ...(limit === null ? {} : { signal: limit.signal }),
      ...(keepalive === true && { keepalive }),
    });
    limit?.restart();
    const data = fitted(key, await readJson(response));
    return { data, status: response.status, headers: response.headers };
  } catch (error) {
    if (limit?.isOver() !== true) throw error;
    void doubtServer();
    throw new ApiError(0, "The server didn't answer in time. Try again.");
  } finally {
    limit?.end();
  }
}

/** Aborts with the caller's signal, or when the time is over. */
function limited(signal: AbortSignal): {
  signal: AbortSignal;
  restart: () => void;
  isOver: () => boolean;
  end: () => void;
} {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => clearTimeout(timer);
  const restart = (): void => {
    end();
    timer = setTimeout(() => over.abort(), QUERY_LIMIT_MILLISECONDS);
  };
  restart();
  return {
    signal: AbortSignal.any([signal, over.signal]),
    restart,
    isOver: () => over.signal.aborted && !signal.aborted,
    end,
  };
}

/** Fetches and throws ApiError for failed responses; for endpoints that don't return JSON. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  if (init.method !== "GET") await refuseDuringOutage();
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    void doubtServer();
    throw new ApiError(0, "Can't reach the server. Check that it's running and try again.");
  }
  if (isOfProxy(response)) void doubtServer();
  else heardFromServer();
  if (response.status === 401) doubtSession();
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** An action isn't sent during an outage, as it might arrive after the user gave up on it. */
export async function refuseDuringOutage(): Promise<void> {
  if (await isReachable()) return;
  throw new ApiError(
    0,
    currentOutage()?.isOffline === true
      ? "You're offline, so nothing was changed. Try again once you're back online."
      : "Can't reach the server, so nothing was changed. Try again once it's back.",
  );
}

/** When the server is down, a proxy may answer for it, but not with problem details. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !headers.get("content-type")?.startsWith("application/problem+json");
}

/** Query string including "?"; undefined and empty values are omitted. */
export function queryText(query: object | undefined): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== "") parts.set(name, String(value));
  }
  const text = parts.toString();
  return text === "" ? "" : `?${text}`;
}

/** The answer with every field of the contract; see fitAnswer. */
export function fitted<K extends EndpointKey>(key: K, answer: unknown): Answer<K> {
  return fitAnswer(answerShapes, key, answer) as Answer<K>;
}

interface LooseOptions {
  params?: unknown;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

function fillPath(template: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(values.get(name))));
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    const text = await response.text();
    return text === "" ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(response.status, "The server's response was cut off. Try again.");
  }
}
