import { useMutation } from "@tanstack/react-query";
import { Mail, Sparkles } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { EmailAnalysis } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { analyseEmail } from "#web/api/mailbox.ts";
import { paths } from "#web/paths.ts";
import { AnalysisResult } from "#web/screens/lead-scraper/analysis-result.tsx";
import { OutlookDialog } from "#web/screens/lead-scraper/outlook-dialog.tsx";
import { usePastedEmail } from "#web/screens/lead-scraper/pasted-email.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** Pasted e-mail is analysed here; mailboxes are connected from here. */
export function EmailTab() {
  const [content, setContent] = usePastedEmail();
  const [analysis, setAnalysis] = useState<EmailAnalysis | null>(null);
  const { mutateAsync, isPending } = useMutation(analyseEmail);

  const analyse = async (): Promise<void> => {
    if (content.trim() === "") {
      toast({
        title: "Empty Email",
        description: "Please paste email content to analyze",
        variant: "destructive",
      });
      return;
    }
    try {
      const found = await mutateAsync(content);
      setAnalysis(found);
      if (found.isLead) {
        setContent("");
        toast({ title: "Lead Detected", description: `${found.leadName} was added to the qualification pipeline` });
      } else {
        toast({ title: "No Lead Found", description: "This email doesn't appear to contain a business inquiry" });
      }
    } catch (error) {
      toast.error("Failed to analyze the email", detailOf(error));
    }
  };

  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <Card
        title="Analyze an email"
        description="Whether its writer wants something from your business, and who it is."
      >
        <IfAllowed
          to="intake"
          otherwise={
            <Notice>Members and owners hand messages over here; what they found stands under Gmail Integration.</Notice>
          }
        >
          <div className="flex flex-col gap-4">
            <Field
              label="Email content"
              required
              hint="The text alone will do. With its headers, or as the whole source of the message, more is understood."
            >
              {(control) => (
                <Textarea
                  {...control}
                  value={content}
                  onChange={({ target }) => setContent(target.value)}
                  maxLength={LIMITS.pastedEmailLength}
                  placeholder="Paste email content here"
                  dir="auto"
                  style={{ minHeight: LIMITS.emailTextAreaMinHeight }}
                />
              )}
            </Field>
            <div className="flex justify-end">
              <Button
                variant="primary"
                icon={<Sparkles aria-hidden />}
                busy={isPending}
                busyLabel="Analyzing..."
                onClick={() => void analyse()}
              >
                Analyze Email for Leads
              </Button>
            </div>
          </div>
        </IfAllowed>
      </Card>
      {analysis !== null && <AnalysisResult key={analysis.emailId} analysis={analysis} />}
      <IfAllowed to="manage">
        <Card title="Connect a mailbox" description="New messages are then read and analyzed by themselves.">
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
