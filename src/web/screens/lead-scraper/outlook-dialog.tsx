import { Mail } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";

/** Microsoft's IMAP server for Outlook.com and Microsoft 365 (learn.microsoft.com, "POP, IMAP, and SMTP settings"). */
const OUTLOOK_SERVER = "imaps://outlook.office365.com:993";

/** How an Outlook mailbox is connected, and which ones Microsoft lets nobody connect with a password. */
export function OutlookDialog() {
  const [query, setQuery] = useSearchParams();
  const isOpen = query.get("connect") === "outlook";
  const show = (open: boolean): void =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (open) next.set("connect", "outlook");
      else next.delete("connect");
      return next;
    });
  return (
    <>
      <Button icon={<Mail aria-hidden />} onClick={() => show(true)}>
        Connect Outlook
      </Button>
      <Dialog open={isOpen} onOpenChange={show} title="Connect Outlook">
        <div className="flex flex-col gap-4">
          <section>
            <h3 className="font-semibold">Exchange or another server of your own</h3>
            <p className="text-muted">
              If its administrator allows IMAP, connect it as a data source of type Email, with the server's address and
              your password.
            </p>
          </section>
          <section>
            <h3 className="font-semibold">Outlook.com and Microsoft 365</h3>
            <p className="text-muted">
              Microsoft has switched off passwords and app passwords for IMAP there, so a direct connection is refused
              in most organisations. What works everywhere: in Outlook, add a rule that forwards inquiries to a mailbox
              that is connected to Winnow. Forwarded messages are read as coming from their first writer.
            </p>
          </section>
        </div>
        <DialogActions>
          <Link to={paths.gmail()} className={buttonClass()}>
            Connect the receiving mailbox
          </Link>
          <IfAllowed to="manage">
            <Link to={paths.newMailbox(OUTLOOK_SERVER)} className={buttonClass("primary")}>
              Set up by IMAP
            </Link>
          </IfAllowed>
        </DialogActions>
      </Dialog>
    </>
  );
}
