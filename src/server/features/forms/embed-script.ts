import type { Markup } from "#shared/hosted-form-markup.ts";

/**
 * Builds the form after its script tag and sends it without leaving the page. It sets no styles and evaluates no HTML,
 * so it works under a strict content policy that allows Winnow's address as script-src and connect-src, and the form
 * looks like the site's others. If sending isn't possible, the answers stay.
 */
const SCRIPT = `(() => {
  const build = (node) => {
    if (typeof node === "string") return document.createTextNode(node);
    const element = document.createElement(node.tag);
    for (const [name, value] of Object.entries(node.attributes)) {
      element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...node.children.map(build));
    return element;
  };
  const form = build(MARKUP);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  form.append(status);
  document.currentScript.after(form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    status.textContent = "";
    try {
      const response = await fetch(form.getAttribute("action"), {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams(new FormData(form)),
      });
      const answer = await response.json();
      if (response.ok) form.replaceChildren(status);
      status.textContent = response.ok ? answer.message : answer.detail;
    } catch {
      status.textContent = "Couldn't send. Check your connection and try again.";
    }
    button.disabled = false;
  });
})();
`;

/** The script for a website that shows this form. */
export function embedScript(markup: Markup): string {
  return SCRIPT.replace("MARKUP", () => JSON.stringify(markup));
}
