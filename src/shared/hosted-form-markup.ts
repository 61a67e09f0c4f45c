import type { HostedForm, HostedFormField } from "#shared/contract/hosted-form.ts";
import { leadField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

/** An HTML element; `true` is an attribute without a value. */
export interface Markup {
  tag: string;
  attributes: Record<string, string | true>;
  children: (Markup | string)[];
}

/** The input for consent, and the one that only bots fill in. */
export const CONSENT_INPUT = "winnow_consent";
export const HONEYPOT_INPUT = "winnow_hp";

const EMPTY_ELEMENTS = new Set(["input"]);
const INPUT_TYPES = { text: "text", email: "email", phone: "tel", link: "text", longText: "text" } as const;
/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  name: "name",
  email: "email",
  phone: "tel",
  company: "organization",
  title: "organization-title",
};

type FormTexts = Pick<HostedForm, "fields" | "buttonLabel" | "consent">;

/** The form as elements without ids, styles or scripts, so that several fit on any page. `action` is its address. */
export function formMarkup({ fields, buttonLabel, consent }: FormTexts, action: string): Markup {
  // From right to left if its first label is in such a script.
  return element("form", { method: "post", action, dir: "auto" }, [
    ...fields.map((field) => element("p", {}, [element("label", {}, [field.label, " ", inputOf(field)])])),
    ...(consent === "" ? [] : [element("p", {}, [element("label", {}, [consentBox(), " ", consent])])]),
    element("div", { hidden: true }, [
      element("label", {}, [
        "Leave this empty ",
        element("input", { name: HONEYPOT_INPUT, tabindex: "-1", autocomplete: "off" }),
      ]),
    ]),
    element("p", {}, [element("button", { type: "submit" }, [buttonLabel])]),
  ]);
}

/** HTML text of elements. */
export function htmlOf(markup: Markup | string): string {
  if (typeof markup === "string") return escaped(markup);
  const { tag, attributes, children } = markup;
  const written = Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`))
    .join("");
  const inner = children.map(htmlOf).join(tag === "form" ? "\n" : "");
  if (EMPTY_ELEMENTS.has(tag)) return `<${tag}${written}>`;
  return tag === "form" ? `<${tag}${written}>\n${inner}\n</${tag}>` : `<${tag}${written}>${inner}</${tag}>`;
}

function inputOf({ key, leadField: filled, type, options, isRequired }: HostedFormField): Markup {
  const shared = { name: key, ...(isRequired && { required: true as const }) };
  if (type === "choice") {
    return element("select", shared, [
      element("option", { value: "" }, [isRequired ? "Choose" : "No answer"]),
      ...options.map((option) => element("option", {}, [option])),
    ]);
  }
  const { type: kind, maxLength } =
    filled === null ? { type: "longText" as const, maxLength: Infinity } : leadField(filled);
  const common = {
    ...shared,
    maxlength: String(Math.min(maxLength, LIMITS.hostedForm.answerLength)),
    ...(filled !== null && AUTOCOMPLETE[filled] !== undefined && { autocomplete: AUTOCOMPLETE[filled] }),
  };
  return type === "paragraph"
    ? element("textarea", { rows: "5", ...common })
    : element("input", { type: INPUT_TYPES[kind], ...common });
}

function consentBox(): Markup {
  return element("input", { type: "checkbox", name: CONSENT_INPUT, value: "yes", required: true });
}

function element(tag: string, attributes: Markup["attributes"], children: Markup["children"] = []): Markup {
  return { tag, attributes, children };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
