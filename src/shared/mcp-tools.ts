import type { TokenScope } from "#shared/roles.ts";

/** An MCP tool as people see it: in the token form, in help and on the account screen. */
interface McpToolFacts {
  title: string;
  /** What a token needs for it. */
  needs: TokenScope;
  writes: boolean;
}

/** Every tool an assistant can use at /mcp, in the order it sees them. No tool erases, exports all, or touches accounts. */
const MCP_TOOLS = {
  search_leads: { title: "Search leads", needs: "read", writes: false },
  get_lead: { title: "Read a lead", needs: "read", writes: false },
  get_company: { title: "Read a company", needs: "read", writes: false },
  explain_score: { title: "Explain a score", needs: "read", writes: false },
  list_rules: { title: "List rules", needs: "read", writes: false },
  simulate_rules: { title: "Try out rules", needs: "read", writes: false },
  get_figures: { title: "Get figures", needs: "read", writes: false },
  list_sources: { title: "List sources", needs: "read", writes: false },
  list_activity: { title: "List activity", needs: "read", writes: false },
  list_duplicates: { title: "List possible duplicates", needs: "read", writes: false },
  list_team: { title: "List people", needs: "read", writes: false },
  list_tags: { title: "List tags", needs: "read", writes: false },
  get_help: { title: "Search help", needs: "read", writes: false },
  set_lead_status: { title: "Set a lead's status", needs: "work", writes: true },
  update_lead: { title: "Edit a lead", needs: "work", writes: true },
  set_next_step: { title: "Set a lead's next step", needs: "work", writes: true },
  finish_next_step: { title: "Finish a lead's next step", needs: "work", writes: true },
  assign_lead: { title: "Assign a lead", needs: "work", writes: true },
  add_comment: { title: "Comment on a lead", needs: "work", writes: true },
  add_lead: { title: "Add a lead", needs: "intake", writes: true },
  create_rule: { title: "Add a rule", needs: "work", writes: true },
  update_rule: { title: "Edit a rule", needs: "work", writes: true },
  sync_source: { title: "Sync a source", needs: "work", writes: true },
  undo: { title: "Undo an action", needs: "work", writes: true },
} as const satisfies Record<string, McpToolFacts>;

export type McpTool = keyof typeof MCP_TOOLS;

export const MCP_TOOL_NAMES = Object.keys(MCP_TOOLS) as [McpTool, ...McpTool[]];

/** A tool's title, and what it needs. */
export function mcpTool(name: McpTool): McpToolFacts {
  return MCP_TOOLS[name];
}
