import { z } from "zod";
import type { Permission } from "#shared/roles.ts";

/** One call: what it takes and what it answers. `status` is the code of success, 200 unless said. */
export interface Endpoint {
  summary: string;
  /** Who may make it; the guard refuses everybody else. */
  permission: Permission;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  status?: 201 | 202 | 204;
}

export const NoContent = z.null();
/** False when nothing was under way in this process. */
export const Cancelled = z.object({ cancelled: z.boolean() });
