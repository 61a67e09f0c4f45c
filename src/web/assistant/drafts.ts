/** Unsent input, restored when the panel or tab reopens. */
export const drafts = {
  question: "",
  support: { name: "", email: "", message: "" },
};
