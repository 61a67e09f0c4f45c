import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useFirst } from "#web/ui/use-first.tsx";

function List({ of }: { of: number }) {
  const [shown, button] = useFirst(
    Array.from({ length: of }, (_, index) => index),
    2,
    "entry",
    "entries",
  );
  return createElement("p", null, shown.join(" "), button);
}

test.each([
  [0, "<p></p>"],
  [2, "<p>0 1</p>"],
])("shows all of %d items without a button", (of, markup) => {
  expect(renderToStaticMarkup(createElement(List, { of }))).toBe(markup);
});

test("shows the first items of more, and a button that counts them", () => {
  expect(renderToStaticMarkup(createElement(List, { of: 1_200 }))).toMatch(/^<p>0 1<button.*Show all 1,200 entries</u);
});
