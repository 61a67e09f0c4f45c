import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** The element of the header that takes a screen's buttons; null until it is there. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** Puts a screen's main buttons into the header, beside the title. Keep it to one or two: a phone has little room. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const slot = useContext(HeaderSlot);
  return slot === null ? null : createPortal(children, slot);
}
