import { FileText, Keyboard } from "lucide-react";
import { useSearchParams } from "react-router";
import type { FormHook } from "#shared/contract/form-submission.ts";
import { GoogleFormsSteps } from "#web/screens/lead-scraper/google-forms-steps.tsx";
import { OtherFormsSteps } from "#web/screens/lead-scraper/other-forms-steps.tsx";
import { TypeformSteps } from "#web/screens/lead-scraper/typeform-steps.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface FormServicesProps {
  hook: FormHook;
  address: string;
}

/** Setup instructions per form service. */
export function FormServices({ hook, address }: FormServicesProps) {
  const [query, setQuery] = useSearchParams();
  const service = query.get("connect");
  const show = (name: string | null): void =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (name === null) next.delete("connect");
      else next.set("connect", name);
      return next;
    });
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      <Button icon={<FileText aria-hidden />} onClick={() => show("google-forms")}>
        Connect Forms
      </Button>
      <Button icon={<Keyboard aria-hidden />} onClick={() => show("typeform")}>
        Typeform
      </Button>
      <Button variant="ghost" onClick={() => show("other")}>
        Other services
      </Button>
      <Dialog
        open={service === "google-forms"}
        onOpenChange={() => show(null)}
        title="Connect Google Forms"
        description="A small script in your form sends each response here."
      >
        <GoogleFormsSteps hook={hook} address={address} />
      </Dialog>
      <Dialog open={service === "typeform"} onOpenChange={() => show(null)} title="Connect Typeform">
        <TypeformSteps hook={hook} address={address} onDone={() => show(null)} />
      </Dialog>
      <Dialog open={service === "other"} onOpenChange={() => show(null)} title="Connect another form">
        <OtherFormsSteps address={address} />
      </Dialog>
    </div>
  );
}
