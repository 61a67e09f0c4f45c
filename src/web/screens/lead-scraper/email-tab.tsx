import { Mail, Sparkles } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { EmailAnalysis } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { useAction } from "#web/actions/use-action.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { analyzeEmail } from "#web/api/mailbox.ts";
import { isText, useDraft } from "#web/forms/draft-store.ts";
import { paths, withParameters } from "#web/paths.ts";
import { AnalysisResult } from "#web/screens/lead-scraper/analysis-result.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextareaField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, type ToastContent } from "#web/ui/overlays/toast-store.ts";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";

/** Analyzes pasted email, and links to connecting a mailbox. */
export function EmailTab() {
  const [content, setContent] = useDraft("pasted-email", isText, "");
  const [analysis, setAnalysis] = useState<EmailAnalysis | null>(null);
  const { run, isPending } = useAction(analyzeEmail);

  const analyze = async (): Promise<void> => {
    if (content.trim() === "") {
      toast({
        title: "Empty Email",
        description: "Please paste email content to analyze",
        variant: "destructive",
      });
      return;
    }
    await run(
      { body: { content } },
      {
        done: outcomeOf,
        failed: "Failed to analyze the email",
        onDone: (found) => {
          setAnalysis(found);
          if (found.isLead) setContent("");
        },
      },
    );
  };

  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <Card title="Analyze an email" description="Find out whether an email is a business inquiry, and who sent it.">
        <IfAllowed
          to="intake"
          otherwise={
            <Notice>Members and owners can analyze emails here. Results appear under Gmail Integration.</Notice>
          }
        >
          <div className="flex flex-col gap-4">
            <TextareaField
              label="Email content"
              required
              hint="Including the headers gives better results."
              value={content}
              onChange={({ target }) => setContent(target.value)}
              maxLength={LIMITS.pastedEmailLength}
              placeholder="Paste email content here"
              dir="auto"
              style={{ minHeight: LIMITS.emailTextAreaMinHeight }}
            />
            <div className="flex justify-end">
              <Button
                variant="primary"
                icon={<Sparkles aria-hidden />}
                busy={isPending}
                busyLabel="Analyzing..."
                onClick={() => void analyze()}
              >
                Analyze Email for Leads
              </Button>
            </div>
          </div>
        </IfAllowed>
      </Card>
      {analysis !== null && <AnalysisResult key={analysis.emailId} analysis={analysis} />}
      <IfAllowed to="manage">
        <Card title="Connect a mailbox" description="New messages are analyzed automatically.">
          <div className="flex flex-wrap gap-2">
            <Link to={paths.gmail()} className={buttonClass()}>
              <Mail aria-hidden />
              Connect Gmail
            </Link>
            <OutlookDialog />
          </div>
        </Card>
      </IfAllowed>
    </div>
  );
}

function outcomeOf({ isLead, leadName, verdict }: EmailAnalysis): ToastContent {
  if (isLead) {
    return {
      title: "Lead Detected",
      description: `${leadName || "The lead"} was added to the qualification pipeline`,
    };
  }
  return verdict === "review"
    ? { title: "Needs review", description: "This email may be a lead. Decide below." }
    : { title: "No Lead Found", description: "This email doesn't appear to contain a business inquiry" };
}

/** Microsoft's IMAP server for Outlook.com and Microsoft 365 (learn.microsoft.com, "POP, IMAP, and SMTP settings"). */
const OUTLOOK_SERVER = "imaps://outlook.office365.com:993";

/** How to connect an Outlook mailbox, and which ones Microsoft doesn't allow to use a password. */
function OutlookDialog() {
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
