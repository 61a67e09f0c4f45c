import { useEffect } from "react";

/**
 * Replaces the package of this name (see the alias in vite.config.ts), which dialogs use to lock scrolling. The
 * original adds a style element, which the content security policy blocks; a constructed style sheet is allowed. The
 * first user's styles apply until the last user is gone.
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
