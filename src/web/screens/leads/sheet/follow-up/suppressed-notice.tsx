import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Suppression } from "#shared/contract/follow-up-question.ts";
import { LIMITS } from "#shared/limits.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { liftSuppression, suppressionQuery } from "#web/api/follow-ups.ts";
import { isText, useDraft } from "#web/forms/draft-store.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { TextareaField } from "#web/ui/fields/fields.tsx";

const TITLES: Record<Suppression["kind"], string> = {
  unsubscribed: "Unsubscribed",
  unreachable: "Email to this address bounces",
};

/** Why a lead isn't contacted; users can lift that with a reason. */
export function SuppressedNotice({ leadId }: { leadId: string }) {
  const { data } = useQuery(suppressionQuery(leadId));
  const [isOpen, setOpen] = useState(false);
  const suppression = data?.suppression ?? null;
  if (suppression === null) return null;
  return (
    <div className="mt-4">
      <Notice tone="danger" title={TITLES[suppression.kind]}>
        <p>
          {suppression.reason} <RelativeTime time={suppression.at} style="activity" />
        </p>
        <IfAllowed to="work">
          <Button size="small" className="mt-2" onClick={() => setOpen(true)}>
            Email them again…
          </Button>
        </IfAllowed>
      </Notice>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Email them again?"
        description="Your reason is added to the timeline."
      >
        <LiftForm leadId={leadId} onEnd={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function LiftForm({ leadId, onEnd }: { leadId: string; onEnd: () => void }) {
  const [reason, setReason] = useDraft(`allow-email.${leadId}`, isText, "");
  const { run, isPending } = useAction(liftSuppression);
  const lift = (): Promise<boolean> =>
    run(
      { params: { id: leadId }, body: { reason } },
      {
        done: "You can email this lead again",
        failed: "Failed to allow emails",
        onDone: () => {
          setReason("");
          onEnd();
        },
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void lift();
      }}
    >
      <TextareaField
        label="Reason"
        required
        hint="For example: they called and asked for a quote."
        rows={2}
        maxLength={LIMITS.followUp.reasonLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <SubmitActions label="Allow emails" disabled={reason.trim() === ""} busy={isPending} onCancel={onEnd} />
    </form>
  );
}
