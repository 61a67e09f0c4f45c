import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Suppression } from "#shared/contract/follow-up-question.ts";
import { LIMITS } from "#shared/limits.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { liftSuppression, suppressionQuery } from "#web/api/follow-ups.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast-store.ts";

const TITLES: Record<Suppression["kind"], string> = {
  unsubscribed: "They want no more messages.",
  unreachable: "Mail to this address comes back.",
};

/** That a lead is not written to, and why; somebody who knows better can lift it with a reason. */
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
            Write to them again...
          </Button>
        </IfAllowed>
      </Notice>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Write to them again?"
        description="The reason stays on the lead's timeline."
      >
        <LiftForm leadId={leadId} onEnd={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function LiftForm({ leadId, onEnd }: { leadId: string; onEnd: () => void }) {
  const [reason, setReason] = useState("");
  const { mutateAsync, isPending } = useMutation(liftSuppression);
  const lift = async (): Promise<void> => {
    try {
      await mutateAsync({ leadId, reason });
      toast({ title: "Success", description: "The lead may be written to again" });
      onEnd();
    } catch (error) {
      toast.error("Failed to allow messages", detailOf(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void lift();
      }}
    >
      <Field label="Reason" required hint="Such as: they called and asked for an offer.">
        {(props) => (
          <Textarea
            {...props}
            rows={2}
            maxLength={LIMITS.followUp.reasonLength}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onEnd}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={reason.trim() === ""} busy={isPending} busyLabel="Saving...">
          Allow messages
        </Button>
      </DialogActions>
    </form>
  );
}
