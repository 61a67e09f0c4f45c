import { cutWhole } from "#shared/text/cut-whole.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { MergedField, MergeField, MergePreview, MergeSide } from "#shared/contract/leads/duplicate.ts";
import { useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";

interface FieldChoicesProps {
  preview: MergePreview;
  /** The current choice; its preview may still be loading. */
  take: Partial<Record<MergeField, MergeSide>>;
  /** Undefined joins both. */
  onChoose: (field: MergeField, side: MergeSide | undefined) => void;
}

/** Both leads' values by field with the winner marked: a choice if they differ, otherwise one line. */
export function FieldChoices({ preview, take, onChoose }: FieldChoicesProps) {
  const differing = preview.fields.filter((field) => field.this !== field.other);
  const same = preview.fields.filter((field) => field.this === field.other && field.this !== "");
  return (
    <div className="flex flex-col gap-4">
      {differing.map((field) => (
        <FieldChoice key={field.field} field={field} chosen={take[field.field]} onChoose={onChoose} />
      ))}
      {same.length > 0 && (
        <section aria-label="Same in both" className="text-sm">
          <h3 className="text-muted">Same in both</h3>
          <dl>
            {same.map(({ field, this: value }) => (
              <div key={field} className="flex gap-2 pt-1">
                <dt className="w-28 shrink-0 text-muted">{fieldWords(field)}</dt>
                <dd dir="auto" className="min-w-0 text-left wrap-anywhere">
                  <OptionText field={field} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function FieldChoice({
  field: { field, this: mine, other, winner: winning, reason },
  chosen,
  onChoose,
}: {
  field: MergedField;
  chosen: MergeSide | undefined;
  onChoose: FieldChoicesProps["onChoose"];
}) {
  const name = useId();
  const winner = chosen ?? winning;
  const canJoin = field === "notes" && mine !== "" && other !== "";
  const options = [
    { side: "this" as const, value: mine },
    { side: "other" as const, value: other },
    ...(canJoin ? [{ side: "both" as const, value: "Keep both" }] : []),
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-sm">
        <span className="font-semibold">{fieldWords(field)}</span> <span className="text-muted">{reason}</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        {options.map(({ side, value }) => (
          <label
            key={side}
            className={classNames(
              "flex min-w-0 cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:min-h-11",
              side === winner ? "border-accent bg-accent-soft" : "border-line hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={side === winner}
              onChange={() => onChoose(field, side === "both" ? undefined : side)}
              className="mt-1 size-3.5 shrink-0 accent-accent"
            />
            <span dir="auto" className="min-w-0 text-left whitespace-pre-line wrap-anywhere">
              <OptionText field={field} value={value} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function OptionText({ field, value }: { field: MergeField; value: string }) {
  if (value === "") return <span className="text-muted">{field === "status" ? "Set by rules" : "Empty"}</span>;
  return field === "status" ? <LeadStatusMark status={value} /> : shortened(value);
}

/** Notes may be an entire email thread. */
const SHOWN = 400;

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${cutWhole(text, SHOWN)}…`;
}
