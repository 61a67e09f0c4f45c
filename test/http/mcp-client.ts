import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { CreatedApiToken } from "#shared/contract/session.ts";
import type { McpTool } from "#shared/mcp-tools.ts";
import type { TokenScope } from "#shared/roles.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import type { GooglePeer } from "#test/peers/google/google-peer.ts";
import { type EngineName, migratedPostgres } from "#test/stores.ts";

export const ANN = { name: "Ann Lee", email: "ann@acme.example", company: "Acme", notes: "Wants a demo." };

/** The current protocol, and the one before it. */
export const ERAS = ["auto", "legacy"] as const;
export type Era = (typeof ERAS)[number];

/** What a tool answered. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read every tool's answer
  data: any;
}

/** An assistant connected to /mcp. */
export interface Assistant {
  client: Client;
  tools(): Promise<string[]>;
  call(name: McpTool, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Connects an assistant with a token, or without one; closed when the test ends. */
export async function connectAssistant(url: string, token: string | null, era: Era = "auto"): Promise<Assistant> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}) {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return { isError, text: first?.type === "text" ? first.text : "", data: structuredContent };
    },
  };
}

/** Creates a token for the owner, who is created if nobody has an account yet. */
export async function makeToken(
  winnow: TestWinnow,
  scopes: readonly TokenScope[] = ["read", "intake", "work"],
  more: { tools?: readonly McpTool[]; days?: number } = {},
): Promise<CreatedApiToken> {
  const { state } = await winnow.ok("GET /api/session");
  if (state === "open") await winnow.ok("POST /api/session/first-owner", { body: ADA });
  return winnow.ok("POST /api/tokens", { body: { name: "Assistant", scopes, password: ADA.password, ...more } });
}

/** Opens a port for the running test. */
export function listening(winnow: TestWinnow): Promise<string> {
  return winnow.app.listen({ port: 0, host: "127.0.0.1" });
}

/** Winnow with an assistant that may read, add and work. */
export interface Connected {
  winnow: TestWinnow;
  url: string;
  assistant: Assistant;
  databaseUrl: string | undefined;
}

/** Opens Winnow for the running test and connects an assistant. */
export async function connected(google: GooglePeer, engine: EngineName = "sqlite"): Promise<Connected> {
  const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
  const winnow = await freshWinnow(engine, { google, ...(databaseUrl !== undefined && { databaseUrl }) });
  const { token } = await makeToken(winnow);
  const url = await listening(winnow);
  return { winnow, url, assistant: await connectAssistant(url, token), databaseUrl };
}
