import { useQuery } from "@tanstack/react-query";
import { Code, Plus, Settings } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "react-router";
import type { HostedForm } from "#shared/contract/hosted-form.ts";
import { formMarkup, htmlOf } from "#shared/hosted-form-markup.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { hostedFormsQuery } from "#web/api/hosted-forms.ts";
import { withParameters } from "#web/paths.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatCounted } from "#web/format/number.ts";
import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { HostedFormEditor } from "#web/screens/lead-scraper/hosted-forms/hosted-form-editor.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { Status } from "#web/ui/status.tsx";

/** What opens a dialog in the URL: "form=new", "form=ID" or "embed=ID". */
type Opened = { form: string } | { embed: string } | null;

/** The forms that Winnow serves, to create, change and put on a website. */
export function HostedFormsCard() {
  const formList = useQuery(hostedFormsQuery);
  const { data: forms, error } = formList;
  const mayManage = useMay("manage");
  const [query, setQuery] = useSearchParams();
  const show = (opened: Opened): void => setQuery(withParameters({ form: null, embed: null, ...opened }));
  const edited = mayManage ? query.get("form") : null;
  const editedForm = edited === "new" ? null : (forms?.find(({ id }) => id === edited) ?? null);
  const isEditing = edited === "new" || editedForm !== null;
  const shownForm = useLastShown(isEditing ? (editedForm ?? "new") : null);
  const embedded = forms?.find(({ id }) => id === query.get("embed")) ?? null;
  const shownEmbedded = useLastShown(embedded);
  return (
    <Card
      unsized
      flush={forms !== undefined && forms.length > 0}
      title="Forms"
      description="Winnow serves these forms. Link to them or put them on your website."
      actions={
        mayManage && (
          <Button size="small" icon={<Plus aria-hidden />} onClick={() => show({ form: "new" })}>
            New form
          </Button>
        )
      }
    >
      {forms !== undefined ? (
        forms.length === 0 ? (
          <p className="text-muted">No forms yet.</p>
        ) : (
          <ul aria-label="Forms">
            {forms.map((form) => (
              <FormRow key={form.id} form={form} mayManage={mayManage} onOpen={show} />
            ))}
          </ul>
        )
      ) : error === null ? (
        <LoadingBars what="the forms" className="flex flex-col gap-2.5" bars={["h-5 w-48"]} />
      ) : (
        <QueryFailed what="the forms" query={formList} />
      )}
      <Dialog
        wide
        open={isEditing}
        onOpenChange={() => show(null)}
        title={shownForm === null || shownForm === "new" ? "New form" : "Edit form"}
      >
        <HostedFormEditor
          form={shownForm === "new" ? null : shownForm}
          onCreated={({ id }) => show({ embed: id })}
          onDone={() => show(null)}
        />
      </Dialog>
      <Dialog
        open={embedded !== null}
        onOpenChange={() => show(null)}
        title={`Add “${shownEmbedded?.name ?? ""}” to your website`}
      >
        {shownEmbedded !== null && <EmbedSteps form={shownEmbedded} />}
      </Dialog>
    </Card>
  );
}

interface FormRowProps {
  form: HostedForm;
  mayManage: boolean;
  onOpen: (opened: Opened) => void;
}

function FormRow({ form: { id, name, fields, isActive, confirmsEmail }, mayManage, onOpen }: FormRowProps) {
  const headingId = useId();
  return (
    <li
      aria-labelledby={headingId}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-5 py-4 max-md:px-4"
    >
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <h3 id={headingId} dir="auto" title={name} className="line-clamp-2 font-semibold wrap-anywhere">
            {name}
          </h3>
          <Status tone={isActive ? "success" : "neutral"}>{isActive ? "Active" : "Paused"}</Status>
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{formatCounted(fields.length, "field")}</span>
          {confirmsEmail && <span>Confirmed by email</span>}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          size="small"
          icon={<Code aria-hidden />}
          aria-label={`Embed ${name}`}
          onClick={() => onOpen({ embed: id })}
        >
          Embed
        </Button>
        {mayManage && (
          <IconButton
            label={`Settings for ${name}`}
            icon={<Settings aria-hidden />}
            onClick={() => onOpen({ form: id })}
          />
        )}
      </div>
    </li>
  );
}

/** The three ways to use a form: a link, a script tag and plain HTML. */
function EmbedSteps({ form }: { form: HostedForm }) {
  const address = `${form.origin ?? location.origin}${form.path}`;
  return (
    <div className="flex flex-col gap-5">
      {form.origin === null && (
        <Notice>
          Based on your browser's address. For public forms, ask your administrator to set WINNOW_PUBLIC_URL.
        </Notice>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Link</h3>
        <CodeBlock what="form link" code={address} />
        <a href={address} target="_blank" rel="noreferrer" className="self-start text-sm text-link underline">
          Open the form
        </a>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Script</h3>
        <p className="text-muted">
          Shows the form where the script is, in your website&apos;s style, and follows later changes.
        </p>
        <CodeBlock what="script tag" code={`<script src="${address}/form.js" async></script>`} />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">HTML</h3>
        <p className="text-muted">Works without JavaScript. Paste it again after you change the form.</p>
        <CodeBlock what="form HTML" code={htmlOf(formMarkup(form, address))} />
      </section>
    </div>
  );
}
