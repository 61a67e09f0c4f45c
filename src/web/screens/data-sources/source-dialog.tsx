import { useSearchParams } from "react-router";
import type { DataSource } from "#shared/contract/data-source.ts";
import { DATA_SOURCE_KINDS } from "#shared/source-kinds.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { SourceForm } from "#web/screens/data-sources/source-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface SourceDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  sources: readonly DataSource[];
  onClose: () => void;
}

/** Adds or edits a data source. The form resets each time it opens. */
export function SourceDialog({ subject, sources, onClose }: SourceDialogProps) {
  const { isOpen, shown } = useDialogThing(subject, sources, onClose);
  const isNew = shown === "new";
  const [query] = useSearchParams();
  return (
    <Dialog open={isOpen} onOpenChange={onClose} title={isNew ? "Add data source" : "Edit data source"}>
      <SourceForm source={isNew ? null : shown} {...(isNew && { asked: askedFor(query) })} onDone={onClose} />
    </Dialog>
  );
}

/** A link may preset the new source's kind and server: "?new&type=email&server=imaps://…". */
function askedFor(query: URLSearchParams): Partial<SourceValues> {
  const type = DATA_SOURCE_KINDS.find((kind) => kind === query.get("type"));
  return type === undefined ? {} : { type, server: query.get("server") ?? "" };
}
