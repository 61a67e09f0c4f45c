import {
  cloneElement,
  type ComponentProps,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import type { MenuChoiceProps, MenuItemProps } from "#web/ui/overlays/menu-parts.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const load = () => import("#web/ui/overlays/menu-parts.tsx");
const prefetch = (): void => void load().catch(() => undefined);

/** The code of an open menu, loaded on demand, since every menu starts as a button. */
const Parts = createContext<Awaited<ReturnType<typeof load>> | null>(null);

interface MenuProps {
  /** The button that opens and names it. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

/** A dropdown menu with arrow keys, typeahead and Escape. */
export function Menu({ trigger, align = "end", children }: MenuProps) {
  const [opened, setOpened] = useState<"pointer" | "keyboard" | null>(null);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = opened !== null;
  const parts = useLoaded({ name: "The menu", load, isWanted: isOpen, giveUp: () => setOpened(null) });
  return (
    <>
      {cloneElement(trigger as ReactElement<ComponentProps<"button">>, {
        ref: button,
        id,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        // A failure is shown on press.
        onPointerEnter: prefetch,
        onFocus: prefetch,
        // A press of a key has no detail.
        onClick: ({ detail }) => setOpened(isOpen ? null : detail === 0 ? "keyboard" : "pointer"),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          setOpened("keyboard");
        },
      })}
      {parts !== null && (
        <Parts value={parts}>
          <parts.MenuContent
            open={isOpen}
            setOpen={(open) => setOpened(open ? "pointer" : null)}
            button={button}
            buttonId={id}
            byKeyboard={opened === "keyboard"}
            align={align}
          >
            {children}
          </parts.MenuContent>
        </Parts>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const parts = useContext(Parts);
  return parts && <parts.MenuItem {...props} />;
}

/** A radio group. */
export function MenuChoice(props: MenuChoiceProps) {
  const parts = useContext(Parts);
  return parts && <parts.MenuChoice {...props} />;
}

export function MenuSeparator() {
  const parts = useContext(Parts);
  return parts && <parts.MenuSeparator />;
}

/** Explains why an expected item is missing. */
export function MenuNote({ children }: { children: ReactNode }) {
  const parts = useContext(Parts);
  return parts && <parts.MenuNote>{children}</parts.MenuNote>;
}
