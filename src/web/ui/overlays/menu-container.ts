import { createContext } from "react";

/** The sheet around a menu's button: outside a modal one, the menu would be hidden from screen readers. */
export const MenuContainer = createContext<HTMLElement | null>(null);
