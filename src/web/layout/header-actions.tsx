import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** The header element for a screen's buttons; null until mounted. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** Puts a screen's main buttons in the header. Use one or two at most: phones have little room. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot);
  return slot === null ? null : createPortal(children, slot);
}
