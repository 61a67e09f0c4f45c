const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A shortcut in the format of layout/shortcuts.ts: "/", "Enter", "mod+z". */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-0.5 font-sans text-xs text-muted">
      {keys.split("+").map((key) => (
        <span
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-canvas px-1"
        >
          {keyName(key)}
        </span>
      ))}
    </kbd>
  );
}

function keyName(key: string): string {
  if (key === "mod") return isApple ? "⌘" : "Ctrl";
  if (key === "ArrowLeft") return "←";
  if (key === "ArrowRight") return "→";
  return key.length === 1 ? key.toUpperCase() : key;
}
