/** How a sentence refers to a lead; an inquiry may have no name. */
export function leadTitle({ name, email, company }: { name: string; email: string; company: string }): string {
  return name || email || company || "Unnamed lead";
}
