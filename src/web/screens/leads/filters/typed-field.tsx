import { type ComponentProps, useState } from "react";
import { Input } from "#web/ui/input.tsx";

interface TypedFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "onBlur" | "onKeyDown"> {
  value: string;
  onCommit: (text: string) => void;
}

/** A field that takes effect when it is left, on Enter, or when one of its list is chosen; not with each letter. */
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

/** Whether the text came whole, from the field's list of suggestions. */
function isChoice(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === "insertReplacementText";
}
