import type { FastifyRequest, InjectOptions } from "fastify";
import { z } from "zod";
import type { Problem } from "#shared/contract/common.ts";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import type { Rehearsal } from "#server/db/rehearsing-engine.ts";
import { problem as problemOf } from "#server/http/problem.ts";
import { actAs } from "#server/platform/acting.ts";

/** Arguments by name, whether the API takes them in the path, the query or the body. */
export type Args = Readonly<Record<string, unknown>>;

export interface ApiAnswer {
  body: unknown;
  header: (name: string) => string | null;
  /** Undoes what the call did; null if nothing can be undone. */
  undoId: string | null;
}

/** The API refused a call. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** A tool's own refusal of its arguments. */
export function refusal(detail: string): Refused {
  return new Refused(problemOf("invalid", 422, detail));
}

/**
 * Calls go through the whole HTTP API, so its permissions, limits, validation, audit log and events also hold for
 * tools. They carry the caller's token, host and address.
 */
export function apiCalls(request: FastifyRequest) {
  const answerOf = async (key: EndpointKey, args: Args, rehearses: boolean) => {
    const { authorization, host } = request.headers;
    const options: InjectOptions = {
      ...requestOf(key, args),
      headers: { host, ...(authorization !== undefined && { authorization }) },
      remoteAddress: request.ip,
    };
    // Awaited within: an injected request starts when its result is.
    const answer = await actAs({ ...request.acting, via: "mcp", rehearses }, async () =>
      request.server.inject(options),
    );
    const body: unknown = answer.body === "" ? null : JSON.parse(answer.body);
    return { status: answer.statusCode, headers: answer.headers, body };
  };

  return {
    /** Throws Refused with the API's own problem. */
    async call(key: EndpointKey, args: Args = {}): Promise<ApiAnswer> {
      const { status, headers, body } = await answerOf(key, args, false);
      if (status >= 400) throw new Refused(body as Problem);
      const header = (name: string): string | null => {
        const value = headers[name];
        return value === undefined ? null : String(value);
      };
      return { body, header, undoId: header("x-act-id") };
    },

    /** What the call would do, without doing it; null if nothing. Throws Refused. */
    async rehearse(key: EndpointKey, args: Args = {}): Promise<Rehearsal | null> {
      const { status, body } = await answerOf(key, args, true);
      if (status < 400) return null;
      const problem = body as Problem & Rehearsal;
      if (!problem.type.endsWith(":rehearsed")) throw new Refused(problem);
      return problem;
    },
  };
}

export type ApiCalls = ReturnType<typeof apiCalls>;

function requestOf(key: EndpointKey, args: Args): Pick<InjectOptions, "method" | "url" | "query" | "payload"> {
  const { params, query, body }: Endpoint = endpoints[key];
  const [method, path = ""] = key.split(" ");
  const inPath = argsOf(params, args);
  const asked = Object.entries(argsOf(query, args)).map(([name, value]) => [name, String(value)]);
  return {
    method: method as NonNullable<InjectOptions["method"]>,
    url: path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(inPath[name]))),
    ...(asked.length > 0 && { query: Object.fromEntries(asked) as Record<string, string> }),
    ...(body !== undefined && { payload: argsOf(body, args) }),
  };
}

/** The arguments that a schema names. */
function argsOf(schema: z.ZodType | undefined, args: Args): Record<string, unknown> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}
