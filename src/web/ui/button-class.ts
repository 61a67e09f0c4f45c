import { classNames } from "#web/ui/class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "destructive";
export type ButtonSize = "regular" | "small";

// The transparent border keeps the shape in forced colors mode, which drops backgrounds.
const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-field/55 bg-surface text-ink hover:bg-hover",
  ghost: "text-ink hover:bg-hover",
  destructive: "border border-transparent bg-danger text-on-danger hover:bg-danger-hover",
};

const SIZES: Record<ButtonSize, string> = { regular: "h-9 px-3.5", small: "h-8 px-2.5 text-sm" };

/** Button styles, also for links. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "regular"): string {
  return classNames(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none",
    "transition-colors duration-120 touch:min-h-11 touch:min-w-11",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
  );
}
