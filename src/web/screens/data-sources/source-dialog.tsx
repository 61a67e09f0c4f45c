import { useSearchParams } from "react-router";
import type { DataSource } from "#shared/contract/data-source.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { SourceForm } from "#web/screens/data-sources/source-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";

interface SourceDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  sources: readonly DataSource[];
  onClose: () => void;
}

/** Adds or edits a data source. Its form is made anew each time it opens: blank, or filled with the source. */
export function SourceDialog({ subject, sources, onClose }: SourceDialogProps) {
  const asked = useDialogThing(subject, sources, onClose);
  const shown = useLastShown(asked);
  const isNew = shown === "new";
  const [query] = useSearchParams();
  return (
    <Dialog open={asked !== null} onOpenChange={onClose} title={isNew ? "Add Data Source" : "Edit Data Source"}>
      <SourceForm source={isNew ? null : shown} {...(isNew && { asked: askedFor(query) })} onDone={onClose} />
    </Dialog>
  );
}

/** A link may say that the new source is a mailbox, and on which server: "?new&type=email&server=imaps://…". */
function askedFor(query: URLSearchParams): Partial<SourceValues> {
  return query.get("type") === "email" ? { type: "email", server: query.get("server") ?? "" } : {};
}
