import { Link } from "react-router";
import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { useMay } from "#web/api/use-may.ts";
import { reasonsOf } from "#web/format/email-reasons.ts";
import { paths } from "#web/paths.ts";
import { useCorrectEmail } from "#web/screens/gmail/use-correct-email.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { CorrectionButtons } from "#web/ui/leads/correction-buttons.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Why } from "#web/ui/leads/why.tsx";

/** The reasons for a verdict, with buttons to correct it. */
export function EmailReasons({ email }: { email: ProcessedEmail }) {
  const { from, leadId, leadName, verdict, correction, date } = email;
  const { correct, isPending } = useCorrectEmail();
  const mayCorrect = useMay("work");
  const reasons = reasonsOf(email);
  return (
    <div className="flex flex-col gap-3">
      {reasons.length > 0 ? <Why reasons={reasons} /> : <p>No reason was recorded.</p>}
      <p className="text-sm wrap-anywhere text-muted">
        <Moment time={date} />
        {from !== "" && `, from ${from}`}
      </p>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {mayCorrect && (
          <CorrectionButtons
            verdict={verdict}
            correction={correction}
            busy={isPending}
            onCorrect={(next) => void correct(email, next)}
          />
        )}
        {leadId !== null && (
          <Link to={paths.lead(leadId)} className={buttonClass("ghost", "small")}>
            View lead<span className="sr-only"> {leadName}</span>
          </Link>
        )}
      </div>
    </div>
  );
}
