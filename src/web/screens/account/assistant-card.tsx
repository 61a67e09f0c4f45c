import { useState } from "react";
import { MCP_TOOL_NAMES, mcpTool } from "#shared/mcp-tools.ts";
import { CLIENTS, type McpClient } from "#web/screens/account/mcp-clients.ts";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { SelectField } from "#web/ui/fields/fields.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

const NAMES = Object.keys(CLIENTS) as McpClient[];
const OPTIONS = NAMES.map((value) => ({ value, label: CLIENTS[value].label }));

/** How to connect an AI assistant over MCP, and what it may do. */
export function AssistantCard() {
  const [client, setClient] = useState<McpClient>("claude-code");
  const { where, configuration } = CLIENTS[client];
  const text = configuration(`${window.location.origin}/mcp`);
  return (
    <Card title="Connect an assistant" description="Let an AI assistant work with your leads over MCP.">
      <div className="flex max-w-3xl flex-col gap-4">
        <SelectField
          label="Assistant"
          required
          className="max-w-xs"
          value={client}
          onChange={(event) => setClient(NAMES.find((name) => name === event.target.value) ?? client)}
          options={OPTIONS}
        />
        <div>
          <p className="mb-2 text-sm text-muted">{where} Replace TOKEN with an API token.</p>
          <div className="flex items-start gap-2">
            <ScrollRegion
              label="Configuration"
              className="min-w-0 flex-1 overflow-x-auto rounded-md border border-line bg-canvas p-3 font-mono text-sm"
            >
              <pre>{text}</pre>
            </ScrollRegion>
            <CopyButton text={text} what="configuration" />
          </div>
        </div>
        <Disclosure title="What it can do">
          <p className="mt-2 text-sm text-muted">
            Only what its token allows. Changes can be previewed first and undone, except syncs. It can't delete
            anything, export everything or change accounts.
          </p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            <ToolNames title="Read" writes={false} />
            <ToolNames title="Change" writes />
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

function ToolNames({ title, writes }: { title: string; writes: boolean }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {MCP_TOOL_NAMES.filter((name) => mcpTool(name).writes === writes).map((name) => (
          <li key={name}>{mcpTool(name).title}</li>
        ))}
      </ul>
    </div>
  );
}
