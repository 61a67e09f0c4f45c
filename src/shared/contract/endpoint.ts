import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import type { Permission } from "#shared/roles.ts";

/** An endpoint's input and output. `status` is the success code, 200 by default. */
export interface Endpoint {
  summary: string;
  permission: Permission;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Loose, since a request has other headers, too. */
  headers?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  status?: 201 | 202 | 204;
  /** Another success code with the same response. */
  otherStatus?: 200;
}

export const NoContent = z.null();
/** False when nothing was running in this process. */
export const Canceled = z.object({ canceled: z.boolean() });

/** An endpoint that removes the record with an id. */
export function removal<P extends Permission>(permission: P, summary: string) {
  return { permission, summary, params: IdParams, response: NoContent, status: 204 } as const;
}
