import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { ADDRESS_QUALITY_WORDS, type AddressQuality } from "#shared/contract/leads/address-quality.ts";
import { classNames } from "#web/ui/class-names.ts";

interface AddressMarkProps {
  quality: AddressQuality | null | undefined;
  reason: string | undefined;
}

const LOOKS = {
  good: { Icon: CircleCheck, tone: "text-success-ink" },
  risky: { Icon: CircleAlert, tone: "text-warning-ink" },
  bad: { Icon: CircleX, tone: "text-danger-ink" },
} as const;

/** An icon for addresses to be careful with; its tooltip is the reason. */
export function AddressMark({ quality, reason = "" }: AddressMarkProps) {
  if (quality !== "risky" && quality !== "bad") return null;
  const { Icon, tone } = LOOKS[quality];
  const words = `${ADDRESS_QUALITY_WORDS[quality]} email: ${reason}`;
  return (
    <span title={words} className={classNames("inline-flex shrink-0", tone)}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** The quality of an address and its reason; nothing while it is unknown. */
export function AddressNote({ quality, reason = "" }: AddressMarkProps) {
  if (!quality || quality === "unknown") return null;
  const { Icon, tone } = LOOKS[quality];
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-sm text-muted">
      <Icon aria-hidden className={classNames("mt-0.5 size-3.5 shrink-0", tone)} />
      <span>
        <span className="sr-only">{ADDRESS_QUALITY_WORDS[quality]}: </span>
        {reason}
      </span>
    </span>
  );
}
