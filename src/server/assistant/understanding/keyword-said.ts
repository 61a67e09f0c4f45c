const SAID = [
  /["“„«]\s*([^"”“»]+?)\s*["”“»]/u,
  /^(?:so |and |ok )*(?:does|do|is|would|will) (?!plurals?|accents?|capitals?|case|numbers?|phrases?|names?|typos?|rules?|leads?|it|this|that|they|there|every|each)([\p{L}*-]+) (?:also |even )*(?:count|matter|trigger|match|one of (?:our|the) keywords|an? keyword|in (?:any|one|our|the) (?:rules?|keywords?))/iu,
  /(?:keyword|word|term|stichwort|wort|mot(?:-clé)?|palabra(?: clave)?) (?!(?:from|in|of|that|is|was|for|an?|match\w*|be|have|has|can|could|should|must|do|does|counts?|mean\w*|list\w*|and|or|with|on|appears?|twice|field|column|case|sensitive)\b)([^\s?!.,]+)/iu,
  /\brules? (?:that )?(?:has|have|contains?|includes?|uses?|looks? for|covers?|mentions?) (?:the )?(?!(?:keywords?|words?|not?|never|most|least|more|any|an?|been|my|our|points?|weights?)\b|high|low|negative)([\p{L}-]+)\W*$/iu,
];

/** The word that a question is about: in quotes, after "word", or where such questions have it. */
export function keywordSaid(question: string): string {
  return SAID.map((pattern) => pattern.exec(question)?.[1]).find((said) => said !== undefined) ?? "";
}
