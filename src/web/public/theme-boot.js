// Runs before the first paint, so that a dark page never flashes white. It stays outside the bundle because a module
// would run too late, and outside the page because the content security policy allows no inline script.
// The key, the rule and the colours are those of layout/theme.ts.
(function () {
  let stored = null;
  try {
    stored = localStorage.getItem("winnow-lead-generation-theme");
  } catch {
    // Storage is switched off: the system decides.
  }
  const dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document.querySelector('meta[name="theme-color"]').content = dark ? "#0e1116" : "#f8fafc";
})();
