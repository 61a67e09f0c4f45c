import { AppError, notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

/** 404 for a missing lead; for a merged one it names the lead it is part of now. */
export async function goneLead({ store }: Pick<Workspace, "store">, id: string): Promise<AppError> {
  const mergedInto = await store.leads.mergedInto(id);
  if (mergedInto === null) return notFound("lead");
  return new AppError("lead_merged", 404, "This lead was merged into another lead.", { members: { mergedInto } });
}
