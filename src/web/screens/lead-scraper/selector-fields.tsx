import { ChevronRight } from "lucide-react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { SELECTOR_NAMES } from "#shared/contract/scrape-target.ts";
import { SELECTOR_WORDS, type TargetValues } from "#web/screens/lead-scraper/target-fields.ts";
import { TextField } from "#web/ui/fields/fields.tsx";

interface SelectorFieldsProps {
  register: UseFormRegister<TargetValues>;
  errors: FieldErrors<TargetValues>["selectors"];
  isOpen: boolean;
}

/** CSS selectors for sites where automatic extraction fails. */
export function SelectorFields({ register, errors, isOpen }: SelectorFieldsProps) {
  return (
    <details className="group" open={isOpen}>
      <summary className="inline-flex list-none items-center gap-1 rounded-sm font-semibold hover:underline touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform duration-120 group-open:rotate-90" />
        CSS selectors
      </summary>
      <p className="mt-1 text-sm text-muted">Replace automatic detection. Each selector is applied within a record.</p>
      <div className="mt-4 flex flex-col gap-4">
        {SELECTOR_NAMES.map((selector) => (
          <TextField
            key={selector}
            label={SELECTOR_WORDS[selector]}
            error={errors?.[selector]?.message}
            {...register(`selectors.${selector}`)}
            placeholder={selector === "record" ? ".member" : ""}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
    </details>
  );
}
