import { useEffect } from "react";

/**
 * Stands in for the package of this name (see the alias in vite.config.ts), with which dialogs lock scrolling. That one
 * writes a style element, which the content security policy refuses; a constructed sheet does the same and is allowed.
 * The first user's styles are applied until the last one is gone.
 */
export function styleSingleton(): (props: { styles: string }) => null {
  const sheet = new CSSStyleSheet();
  let users = 0;
  return function Sheet({ styles }) {
    useEffect(() => {
      if (users === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      users += 1;
      return () => {
        users -= 1;
        if (users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      };
    }, [styles]);
    return null;
  };
}
