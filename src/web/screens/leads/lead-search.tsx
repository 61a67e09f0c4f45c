import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import { latestSearch, nowShown, type SentSearches } from "#web/screens/leads/sent-searches.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Search, X } from "lucide-react";
import { controlClass } from "#web/ui/fields/control-class.ts";

/** Long enough to wait for the next keystroke, short enough to feel immediate. */
const PAUSE_MILLISECONDS = 200;

interface LeadSearchProps extends ViewInAddress {
  onSearched: () => void;
}

/** Search field; writes to the URL when typing pauses. */
export function LeadSearch({ view, change, onSearched }: LeadSearchProps) {
  const isWide = useIsListWide();
  const hasPanel = useHasLeadPanel();
  /** Input since the URL last changed from elsewhere, such as by Back. */
  const [typed, setTyped] = useState<string | null>(null);
  // The router renders a new URL after what is typed next, which must stay.
  const [searches, setSearches] = useState<SentSearches>({ shown: view.search, sent: [] });
  if (view.search !== searches.shown) {
    const { searches: now, isForeign } = nowShown(searches, view.search);
    setSearches(now);
    if (isForeign) setTyped(null);
  }
  const send = useEffectEvent((text: string): void => {
    const word = text.trim();
    const before = latestSearch(searches);
    // The URL may have changed between rendering and the end of the pause.
    if (text !== typed || word === before) return;
    setSearches({ ...searches, sent: [...searches.sent, word] });
    // The first letters add a history entry; later ones replace it.
    change({ search: word }, { replace: before !== "" && word !== "" });
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => send(typed), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField
      label="Search leads"
      className={classNames("min-w-0 flex-1 md:min-w-48", isWide ? "max-w-96" : !hasPanel && "md:basis-full")}
      placeholder="Search leads..."
      maxLength={LIMITS.list.searchLength}
      value={typed ?? view.search}
      onChange={setTyped}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        if (key !== "Enter" || nativeEvent.isComposing) return;
        // Give up the focus, as the list only takes it when free.
        currentTarget.blur();
        onSearched();
      }}
    />
  );
}

interface SearchFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "ref"> {
  /** Accessible name; a placeholder isn't enough. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search box with a clear button. `/` focuses it; Escape clears it. */
function SearchField({ label, value, onChange, className, ...rest }: SearchFieldProps) {
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
