// Runs before the first paint, so that a dark page never flashes white. It isn't bundled because a module would
// run too late, and isn't inline because the content security policy forbids inline scripts.
// Keep the key, logic and colors in sync with layout/theme.ts.
(function () {
  let stored = null;
  try {
    stored = localStorage.getItem("winnow-lead-generation-theme");
  } catch {
    // Storage is blocked; follow the system.
  }
  const dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document.querySelector('meta[name="theme-color"]').content = dark ? "#0e1116" : "#f8fafc";
})();
