/**
 * Patterns of prompt injection: text addressed to a model rather than to the recipient. Such text is left for a person
 * to review. The list can't be complete, so it's only the first safeguard.
 */
const INSTRUCTIONS: readonly RegExp[] = [
  // Special tokens and fences of chat formats.
  /<\|[a-z_]{1,20}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|instructions?|(?:email|page|data)-[\da-f]{1,40})\b[^<>]{0,60}>/iu,
  /^\s{0,8}(?:#{1,6}\s?)?(?:system|assistant|developer|instructions?)\s?:/imu,
  /\b(?:system|developer) (?:prompt|message|instructions?)\b/iu,
  /"?\bverdict"?\s?[:=]|\bnot_lead\b|\bjson[ _]schema\b/iu,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|directions|above|previous)\b/iu,
  /\byou(?: are|['’]re)\b.{0,30}\b(?:ai|assistant|language model|llm|gpt|chatbot|classifier)\b/iu,
  /\b(?:note|message|hint|instructions?|memo) (?:to|for) (?:the |any |all )?(?:\w{1,20} )?(?:ai|assistant|model|llm|gpt|classifier)\b/iu,
  /\b(?:dear|hello|hi|hey) (?:ai|assistant|language model|llm|chatgpt|gpt|classifier)\b/iu,
  /\b(?:classif(?:y|ied)|mark|label|flag|treat|rate|score|categori[sz]e|tag|count|report|consider)\b.{0,40}\bas\b.{0,20}\b(?:leads?|inquiry|enquiry|prospect|qualified)\b/iu,
  /\b(?:this|it|message|e-?mail|text|sender|writer|following)\b.{0,25}\b(?:is|was)\b.{0,4}\b(?:a|an|the|no|not an?)\b.{0,20}\bleads?\b(?! time)/iu,
  /\b(?:verdict|classification|evidence)\b.{0,30}\b(?:leads?|should|must)\b/iu,
  // German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese.
  /\b(?:ignorier|missacht|vergiss|vergesst)\w{0,6}\b.{0,40}(?:anweisung|instruktion|vorgabe|regel|prompt)/iu,
  /\bals\b.{0,15}\bleads?\b/iu,
  /\b(?:ignore[rz]?|ignorez|oubliez?|négligez?)\b.{0,40}\b(?:instructions|consignes|règles)\b/iu,
  /\b(?:comme|como|come)\b.{0,15}\b(?:leads?|prospect)\b/iu,
  /\b(?:ignor[ae]|ignoren|olvid[ae]|desconsider[ae]|esqueç?c?a|dimentica)\b.{0,40}(?:instruc|instruç|istruzion|reglas|regras|regole)/iu,
  /\b(?:negeer|vergeet)\b.{0,40}\b(?:instructies|aanwijzingen|regels)\b/iu,
  /(?:игнорируй|игнорируйте|забудь|забудьте).{0,40}(?:инструкци|указани|правил)/iu,
  /(?:忽略|无视|無視|忘记|忘記).{0,20}(?:指示|指令|提示|说明|規則|规则)/u,
  /(?:指示|命令|指令|プロンプト|ルール).{0,15}(?:無視|忘れ)/u,
];

/** Whether a text contains instructions to a model, even wrapped ones. */
export function instructsReader(text: string): boolean {
  const unwrapped = text.replace(/(?<=\S)[^\S\n]?\n(?=\S)/gu, " ");
  return INSTRUCTIONS.some((phrase) => phrase.test(text) || phrase.test(unwrapped));
}
