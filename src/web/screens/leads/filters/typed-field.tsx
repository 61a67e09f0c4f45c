import { type ComponentProps, useState } from "react";
import { Input } from "#web/ui/fields/input.tsx";

interface TypedFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "onBlur" | "onKeyDown"> {
  value: string;
  onCommit: (text: string) => void;
}

/** Commits on blur, on Enter or when a suggestion is chosen; not on every keystroke. */
export function TypedField({ value, onCommit, ...rest }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (text: string | null): void => {
    setTyped(null);
    if (text !== null && text !== value) onCommit(text);
  };
  return (
    <Input
      {...rest}
      value={typed ?? value}
      onChange={({ target, nativeEvent }) => {
        if (isChoice(nativeEvent)) commit(target.value);
        else setTyped(target.value);
      }}
      onBlur={() => commit(typed)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === "Enter" && !nativeEvent.isComposing) commit(typed);
      }}
    />
  );
}

/** Whether the text was chosen from the suggestions. */
function isChoice(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === "insertReplacementText";
}
