import { z } from "zod";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import type { ApiCalls, Args } from "#server/mcp/api-calls.ts";

/** What a tool does, for clients that ask people before some calls (ToolAnnotations of the MCP specification). */
export interface ToolHints {
  /** Replaces something, rather than only adding. */
  destructiveHint?: boolean;
  /** A second call with the same arguments changes nothing more. */
  idempotentHint?: boolean;
  /** Reaches beyond Winnow's own data. */
  openWorldHint?: boolean;
}

/** An MCP tool. Its title and whether it writes are in shared/mcp-tools.ts. */
export interface Tool {
  description: string;
  /** The API calls it can make; a caller needs the permissions of all. */
  calls: readonly EndpointKey[];
  input: z.ZodObject;
  output: z.ZodType;
  hints?: ToolHints;
  run: (api: ApiCalls, args: Args) => Promise<unknown>;
}

/** The arguments of an API call, with its own schemas and limits; unknown ones are refused. */
export function inputOf(key: EndpointKey, more: z.ZodRawShape = {}): z.ZodObject {
  const { params, query, body }: Endpoint = endpoints[key];
  const shapes = [params, query, body].map((part) => (part instanceof z.ZodObject ? part.shape : {}));
  return z.strictObject({ ...Object.assign({}, ...shapes), ...more });
}

/** A tool that answers with what one API call returns. */
export function reading(
  key: EndpointKey,
  { description, input = inputOf(key), output }: { description: string; input?: z.ZodObject; output: z.ZodType },
): Tool {
  return { description, calls: [key], input, output, run: async (api, args) => (await api.call(key, args)).body };
}

/** The texts that describe a tool's arguments, where their names don't. */
export function describe(input: z.ZodObject, words: Readonly<Record<string, string>>): z.ZodObject {
  const described = Object.entries(words).map(([name, text]) => {
    const field = (input.shape as Record<string, z.ZodType>)[name];
    if (field === undefined) throw new Error(`No argument ${name}.`);
    return [name, field.describe(text)];
  });
  return input.extend(Object.fromEntries(described) as z.ZodRawShape);
}
