import { Braces, Ellipsis, Link2, Send, UserRound } from "lucide-react";
import { useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { PersonDataActions } from "#web/actions/personal-data/person-data-actions.tsx";
import { CRM_FACTS } from "#shared/crm.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useMay } from "#web/api/use-may.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { paths } from "#web/paths.ts";
import { useSendToCrm } from "#web/screens/leads/sheet/lead-crm.tsx";
import { RawInput } from "#web/screens/leads/sheet/raw-input.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** What is rarely needed: sending to a CRM, the raw input and, for owners, privacy requests, which need an address to search for. */
export function LeadMenu({ lead }: { lead: LeadDetail }) {
  const [open, setOpen] = useState<"raw" | "personal" | null>(null);
  const mayManage = useMay("manage");
  const mayWork = useMay("work");
  const sendTo = useSendToCrm(lead);
  const crms = (mayWork ? lead.crm : []).map((crm) => ({
    key: crm.connectionId,
    label: `${crm.url === null ? "Send to" : "Update in"} ${CRM_FACTS[crm.kind].label}`,
    run: () => void sendTo(crm),
  }));
  const hasPersonalData = mayManage && lead.email !== "";
  useSubjectActions({
    title: leadTitle(lead),
    entries: [
      { label: "Copy link to lead", words: "share url", Icon: Link2, run: () => void copyLink(lead.id) },
      ...crms.map(({ label, run }) => ({ label, words: "crm send push", Icon: Send, run })),
      { label: "View original data", words: "source raw", Icon: Braces, run: () => setOpen("raw") },
      ...(hasPersonalData
        ? [{ label: "Personal data…", words: "privacy erase export", Icon: UserRound, run: () => setOpen("personal") }]
        : []),
    ],
  });
  const close = (): void => setOpen(null);
  return (
    <>
      <Menu trigger={<IconButton label="More actions" icon={<Ellipsis aria-hidden />} />}>
        {crms.map(({ key, label, run }) => (
          <MenuItem key={key} icon={<Send aria-hidden />} onSelect={run}>
            {label}
          </MenuItem>
        ))}
        <MenuItem icon={<Braces aria-hidden />} onSelect={() => setOpen("raw")}>
          View original data
        </MenuItem>
        {hasPersonalData && (
          <MenuItem icon={<UserRound aria-hidden />} onSelect={() => setOpen("personal")}>
            Personal data…
          </MenuItem>
        )}
      </Menu>
      <Dialog open={open === "raw"} onOpenChange={close} title="Original data" description="Exactly as received." wide>
        <RawInput lead={lead} />
      </Dialog>
      <Dialog
        open={open === "personal"}
        onOpenChange={close}
        title="Personal data"
        description="For privacy requests from this person."
      >
        <PersonDataActions email={lead.email} />
      </Dialog>
    </>
  );
}

async function copyLink(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}${paths.lead(id)}`);
    toast.success("Link copied");
  } catch {
    // Without a secure context there is no clipboard.
    toast.error("Couldn't copy the link", "Copy it from the address bar.");
  }
}
