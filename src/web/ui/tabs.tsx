import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface TabsProps {
  /** Accessible name, as in "Kinds of sources". */
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value: string;
  /** Store the open tab in the URL, so that Back and links work. */
  onChange: (value: string) => void;
  /** Tabs fill the available height and scroll separately. */
  fill?: boolean;
}

export function Tabs({ label, tabs, value, onChange, fill = false }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A tab opened by the URL may be off-screen in a narrow window.
    const open = list.current?.querySelector(`[data-tab="${CSS.escape(value)}"]`);
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    // Manual activation: with automatic activation a click would open a tab twice, and arrow keys would fill the
    // history.
    <Radix.Root
      value={value}
      onValueChange={onChange}
      activationMode="manual"
      className={fill ? "flex h-full flex-col" : undefined}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        className={classNames(
          "flex gap-2 overflow-x-auto shadow-[inset_0_-1px_0_var(--color-line)] max-sm:gap-1 max-sm:text-sm",
          fill && "shrink-0 px-4",
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className="h-10 shrink-0 rounded-t-sm border-b-2 border-transparent px-1.5 whitespace-nowrap text-muted transition-colors duration-120 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink touch:h-11 touch:min-w-11 dark:data-[state=active]:border-link forced-colors:data-[state=active]:border-[Highlight] forced-colors:data-[state=inactive]:border-[Canvas]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={fill ? "min-h-0 flex-1" : "pt-5"}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
