/** Token lifetimes; "" never expires. */
export const TOKEN_LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "No expiration" },
] as const;
