import { Search, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { controlClass } from "#web/ui/fields/control-class.ts";

interface SearchFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "ref"> {
  /** Accessible name; a placeholder isn't enough. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search box with a clear button. `/` focuses it; Escape clears it. */
export function SearchField({ label, value, onChange, className, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onChange("");
    input.current?.focus();
  };
  return (
    <span className={classNames("relative block", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          controlClass,
          "h-9 appearance-none px-9 touch:h-11 [&::-webkit-search-cancel-button]:appearance-none",
        )}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0 inline-flex w-9 items-center justify-center rounded-md text-muted hover:text-ink touch:w-11"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </span>
  );
}
