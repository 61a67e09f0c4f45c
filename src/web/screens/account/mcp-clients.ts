/** How to connect one assistant to Winnow. */
interface ClientWords {
  label: string;
  /** Where the configuration goes. */
  where: string;
  configuration: (url: string) => string;
}

const AUTHORIZATION = "Bearer TOKEN";
const json = (value: object): string => JSON.stringify(value, null, 2);
const remote = (url: string) => ({ type: "http", url, headers: { Authorization: AUTHORIZATION } });

/** The configuration of common MCP clients, with TOKEN in place of the token. */
export const CLIENTS = {
  "claude-code": {
    label: "Claude Code",
    where: "Run this in a terminal.",
    configuration: (url) => `claude mcp add --transport http winnow ${url} --header "Authorization: ${AUTHORIZATION}"`,
  },
  "claude-desktop": {
    label: "Claude Desktop",
    where: "Add this to claude_desktop_config.json. It needs Node.js.",
    configuration: (url) => {
      // The bridge passes arguments with spaces wrongly on Windows, so the header's value is a variable.
      const allowHttp = url.startsWith("http:") ? ["--allow-http"] : [];
      const args = ["-y", "mcp-remote", url, "--header", "Authorization:${AUTHORIZATION}", ...allowHttp];
      return json({ mcpServers: { winnow: { command: "npx", args, env: { AUTHORIZATION } } } });
    },
  },
  "vs-code": {
    label: "VS Code",
    where: "Add this to .vscode/mcp.json.",
    configuration: (url) => json({ servers: { winnow: remote(url) } }),
  },
  cursor: {
    label: "Cursor",
    where: "Add this to .cursor/mcp.json.",
    configuration: (url) => json({ mcpServers: { winnow: { url, headers: { Authorization: AUTHORIZATION } } } }),
  },
  other: {
    label: "Other (JSON)",
    where: "Most other clients read this format.",
    configuration: (url) => json({ mcpServers: { winnow: remote(url) } }),
  },
} as const satisfies Record<string, ClientWords>;

export type McpClient = keyof typeof CLIENTS;
