import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { NewRule, RuleMode } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { formatKeywords, parseKeywords } from "#web/screens/rules/form/keyword-text.ts";
import { PlacesField } from "#web/screens/rules/form/places-field.tsx";
import type { RuleValues } from "#web/screens/rules/form/rule-fields.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { NumberField, SwitchField, TextareaField } from "#web/ui/fields/fields.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Segments } from "#web/ui/segments.tsx";

const { halfLifeDays } = LIMITS.rule;
const SIGNS = [
  { value: "added", label: "Add" },
  { value: "off", label: "Subtract" },
] as const;
const COUNTINGS = [
  { value: "each", label: "Each keyword" },
  { value: "once", label: "Once" },
] as const;

interface MoreOptionsProps {
  form: UseFormReturn<RuleValues, unknown, NewRule>;
  factNames: readonly string[];
  custom: readonly LeadFieldDefinition[] | undefined;
  /** Whether the edited rule uses any of them. */
  isUsed: boolean;
}

/** Advanced options; collapsed unless the rule uses them. */
export function MoreOptions({ form, factNames, custom, isUsed }: MoreOptionsProps) {
  const [isOpen, setOpen] = useState(isUsed);
  const { errors } = form.formState;
  const isShown =
    isOpen ||
    (errors.places !== undefined && form.getValues("mode") !== "condition") ||
    errors.fade !== undefined ||
    errors.note !== undefined ||
    errors.tag !== undefined;
  return (
    <div>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
        className="inline-flex items-center gap-1 rounded-sm font-semibold text-link hover:underline touch:min-h-11"
      >
        <ChevronRight aria-hidden className={isShown ? "size-4 rotate-90" : "size-4"} />
        More options
      </button>
      {isShown && <Options form={form} factNames={factNames} custom={custom} />}
    </div>
  );
}

function Options({ form, factNames, custom }: Omit<MoreOptionsProps, "isUsed">) {
  const { control, setValue, getValues, formState } = form;
  const { errors, isSubmitted } = formState;
  const field = fieldsOf(form);
  const { data: tags = [] } = useQuery(tagsQuery);
  const tagList = useId();
  const [mode, places, isTakenOff, counting, isFading] = useWatch({
    control,
    name: ["mode", "places", "isTakenOff", "counting", "fade.isOn"],
  });
  const touched = { shouldDirty: true, shouldValidate: isSubmitted };
  const changeMode = (next: RuleMode): void => {
    setValue("keywordsText", formatKeywords(parseKeywords(getValues("keywordsText"), mode), next), touched);
    setValue("mode", next, touched);
  };
  return (
    <div className="mt-4 flex flex-col gap-5 border-l-2 border-line pl-4">
      {mode !== "condition" && (
        <>
          <ModeField value={mode} onChange={changeMode} />
          <PlacesField
            value={places}
            factNames={factNames}
            custom={custom}
            error={errors.places?.chosen?.message ?? errors.places?.message}
            onChange={(value) => setValue("places", value, touched)}
          />
        </>
      )}
      <div className="flex flex-wrap gap-x-8 gap-y-5">
        <div className="flex flex-col items-start gap-1.5">
          <p className="font-semibold">Points</p>
          <Segments
            label="Points"
            options={SIGNS}
            value={isTakenOff ? "off" : "added"}
            onChange={(sign) => setValue("isTakenOff", sign === "off", touched)}
          />
        </div>
        <div className="flex flex-col items-start gap-1.5">
          <p className="font-semibold">Count</p>
          <Segments
            label="Count"
            options={COUNTINGS}
            value={counting}
            onChange={(value) => setValue("counting", value, touched)}
          />
        </div>
      </div>
      <div className="flex flex-col gap-3">
        <SwitchField label="Fade with age" hint="Older leads get fewer points." {...form.register("fade.isOn")} />
        {isFading && (
          <div className="pl-12">
            <NumberField
              label="Days until points halve"
              required
              {...field("fade.typed")}
              bounds={halfLifeDays}
              className="max-w-28"
            />
          </div>
        )}
      </div>
      <Field label="Add tag" error={errors.tag?.message} hint="Leads that match get this tag.">
        {(props) => (
          <>
            <Input
              {...props}
              {...form.register("tag")}
              list={tagList}
              dir="auto"
              autoComplete="off"
              maxLength={LIMITS.tag.nameLength}
            />
            <datalist id={tagList}>
              {tags.map(({ id, name }) => (
                <option key={id}>{name}</option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <TextareaField label="Note" hint="Why this rule exists." {...field("note")} rows={2} />
    </div>
  );
}

const MODES: readonly { mode: RuleMode; name: string; text: string; example: string }[] = [
  {
    mode: "words",
    name: "Words",
    text: "Whole words or phrases, including English endings.",
    example: "budget matches “Budgets” and “budget’s”",
  },
  {
    mode: "prefix",
    name: "Start of word",
    text: "Words that start with a keyword.",
    example: "integrat matches “integrate” and “integration”",
  },
  {
    mode: "phrase",
    name: "Exact phrase",
    text: "Exactly these words in this order.",
    example: "request a demo matches “request a demo”, not “requests a demo”",
  },
  {
    mode: "exact",
    name: "Whole field",
    text: "The field contains nothing else.",
    example: "ceo matches the job title “CEO”, not “Assistant to the CEO”",
  },
  {
    mode: "regex",
    name: "Regular expression",
    text: "One per line, in RE2 syntax.",
    example: String.raw`\d{2,3}k budget matches “50k budget”`,
  },
];

/** How keywords match: the modes of keywords with explanations. */
function ModeField({ value, onChange }: { value: RuleMode; onChange: (mode: RuleMode) => void }) {
  const id = useId();
  return (
    <fieldset>
      <legend className="font-semibold">Match keywords as</legend>
      <div className="mt-1.5 flex flex-col gap-2">
        {MODES.map(({ mode, name, text, example }) => (
          <div key={mode} className="flex items-start gap-2.5">
            <input
              type="radio"
              id={`${id}-${mode}`}
              name={id}
              checked={mode === value}
              aria-describedby={`${id}-${mode}-text`}
              onChange={() => onChange(mode)}
              className="mt-1 size-4 shrink-0 accent-accent touch:mt-0.5 touch:size-5"
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-${mode}`} className="block">
                {name}
              </label>
              <p id={`${id}-${mode}-text`} className="text-sm text-muted wrap-anywhere">
                {text} {example}.
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
