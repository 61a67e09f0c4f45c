import { z } from "zod";
import { LIMITS } from "#shared/limits.ts";

const { messageLength, historyMessages } = LIMITS.chat;

export const ChatMessage = z.object({ text: z.string().max(20_000), isUser: z.boolean() });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatRequest = z.object({
  message: z
    .string()
    .max(messageLength, `At most ${messageLength} characters`)
    .refine((text) => text.trim() !== "", "Message is required"),
  /** What was said before, oldest first. */
  history: z.array(ChatMessage).max(historyMessages).optional(),
  /** The page that the person looks at: "/leads/12" lets "why this score?" mean that lead. */
  page: z.string().max(2_000).optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/**
 * `reply` is plain text with line breaks; `links` lead to the records and pages it speaks of, all within the product.
 * `from` says what it was made of: the help texts, the product's data, a language model over both, or nothing found.
 */
export const ChatReply = z.object({
  reply: z.string(),
  links: z.array(z.object({ label: z.string(), href: z.string() })),
  /** Questions that may follow. */
  suggestions: z.array(z.string()),
  from: z.enum(["help", "data", "model", "none"]),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** One server-sent event of a reply under way: `event: text` adds to it, `event: reply` is the whole in the end. */
export const ChatText = z.object({ text: z.string() });
