/** What was typed and not sent yet: it is still there when the panel opens again or its tab returns. */
export const drafts = {
  question: "",
  support: { name: "", email: "", message: "" },
};
