import { useId } from "react";
import type { RuleMode } from "#shared/contract/rule.ts";

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
export function ModeField({ value, onChange }: { value: RuleMode; onChange: (mode: RuleMode) => void }) {
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
