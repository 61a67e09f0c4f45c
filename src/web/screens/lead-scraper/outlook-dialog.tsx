import { Mail } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { paths, withParameters } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";

/** Microsoft's IMAP server for Outlook.com and Microsoft 365 (learn.microsoft.com, "POP, IMAP, and SMTP settings"). */
const OUTLOOK_SERVER = "imaps://outlook.office365.com:993";

/** How to connect an Outlook mailbox, and which ones Microsoft doesn't allow to use a password. */
export function OutlookDialog() {
  const [query, setQuery] = useSearchParams();
  const isOpen = query.get("connect") === "outlook";
  const show = (open: boolean): void => setQuery(withParameters({ connect: open ? "outlook" : null }));
  return (
    <>
      <Button icon={<Mail aria-hidden />} onClick={() => show(true)}>
        Connect Outlook
      </Button>
      <Dialog open={isOpen} onOpenChange={show} title="Connect Outlook">
        <div className="flex flex-col gap-4">
          <section>
            <h3 className="font-semibold">Exchange or your own server</h3>
            <p className="text-muted">
              If your administrator allows IMAP, add it as a data source of type Email with the server's address and
              your password.
            </p>
          </section>
          <section>
            <h3 className="font-semibold">Outlook.com and Microsoft 365</h3>
            <p className="text-muted">
              Microsoft doesn't accept passwords for IMAP. Sign in with Microsoft 365 on Gmail Integration, or add a
              rule in Outlook that forwards inquiries to a mailbox connected to Winnow. Forwarded messages are
              attributed to their original sender.
            </p>
          </section>
        </div>
        <DialogActions>
          <Link to={paths.gmail()} className={buttonClass()}>
            Open Gmail Integration
          </Link>
          <IfAllowed to="manage">
            <Link to={paths.newMailbox(OUTLOOK_SERVER)} className={buttonClass("primary")}>
              Set up IMAP
            </Link>
          </IfAllowed>
        </DialogActions>
      </Dialog>
    </>
  );
}
