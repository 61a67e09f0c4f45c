import unhomoglyph from "unhomoglyph";

/** Detects names that could be confused with this one, with or without case (Unicode TR39, 4). */
export function looksAlike(username: string): (other: string) => boolean {
  const [typed, folded] = skeletons(username);
  return (other) => {
    const [otherTyped, otherFolded] = skeletons(other);
    return typed === otherTyped || folded === otherFolded;
  };
}

/** As typed, I looks like l; without case, it looks like i. */
function skeletons(username: string): readonly [typed: string, folded: string] {
  const text = username.normalize("NFKC").trim().replaceAll(/\s+/gu, " ");
  return [skeleton(text), skeleton(text.toUpperCase().toLowerCase())];
}

function skeleton(text: string): string {
  const visible = text.normalize("NFD").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  return unhomoglyph(visible).normalize("NFD").toLowerCase();
}
