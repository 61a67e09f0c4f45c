import { FILE_SIZES, sampleFile } from "#server/demo/sample-files.ts";
import type { SampleLead } from "#server/demo/sample-leads.ts";
import { TAKING_IN } from "#server/workflows/imports/import-file.ts";
import { beginImportWork, doImportWork } from "#server/workflows/imports/import-work.ts";
import { uploadImport } from "#server/workflows/imports/upload-import.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The team imports the list that has these leads, the first of which has this number. Throws when it gives others. */
export async function importList(workspace: Workspace, leads: readonly SampleLead[], first: number): Promise<void> {
  const { fileName, text } = sampleFile(leads, first === 0 ? 0 : FILE_SIZES.length - 1);
  const { id } = await uploadImport(workspace, fileName, pieceOf(text));
  // Here and not in a job, because a job goes by the clock of now.
  await beginImportWork(workspace, id, TAKING_IN, async () => {});
  await doImportWork(workspace, id, TAKING_IN, workspace.stopping);
  const { counts, message } = (await workspace.store.imports.get(id)) ?? {};
  if (counts?.created !== leads.length) throw new Error(`${fileName} was not imported as planned. ${message}`);
}

async function* pieceOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
