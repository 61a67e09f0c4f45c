/** What a concept tells a salesperson, and whether it speaks for or against a lead. */
interface ConceptReason {
  text: string;
  speaks: "for" | "against";
  /** Used only when no more specific reason applies. */
  isVague?: true;
}

const lead = (text: string): ConceptReason => ({ text, speaks: "for" });
const vague = (text: string): ConceptReason => ({ text, speaks: "for", isVague: true });
const other = (text: string): ConceptReason => ({ text, speaks: "against" });

const PITCH = other("Sales pitch");
const FRAUD = other("Looks like fraud");
const JOB = other("About a job");

/** Concepts without an entry affect the score but are never shown as a reason. */
const REASONS: Readonly<Record<string, ConceptReason>> = {
  price: lead("Asks for a price"),
  buy: lead("Wants to buy"),
  "paid-work": lead("Offers to pay for work"),
  "license-deal": lead("Asks about a commercial license"),
  "do-you-sell": lead("Asks what you sell"),
  papers: lead("Asks for a demo, samples, or details"),
  tender: lead("Asks for offers"),
  "vendor-search": lead("Is looking for a vendor or contractor"),
  partner: lead("Wants to work with you"),
  resell: lead("Wants to resell your products"),
  "carry-goods": lead("Wants to stock your products"),
  ability: lead("Asks whether you can do the work"),
  fits: lead("Asks if it's a good fit"),
  "still-free": vague("Asks about availability"),
  delivery: lead("Asks about delivery"),
  switch: lead("Wants to replace a current vendor"),
  referral: lead("Was referred to you"),
  decides: lead("Says what would make them buy"),
  "told-of-inquiry": lead("Passes on an inquiry"),
  "contact-wish": vague("Asks how to reach you"),
  quantity: vague("Mentions a quantity"),
  "head-count": vague("Gives a headcount"),
  properties: vague("Gives specifications"),
  occasion: vague("Has a project or deadline"),
  "own-trouble": vague("Has a problem to solve"),
  "buyer-self": vague("Introduces their business"),
  "our-company": vague("Writes on behalf of a company"),
  need: vague("Is looking for something"),
  offer: PITCH,
  probe: PITCH,
  benefit: PITCH,
  praise: PITCH,
  proof: PITCH,
  "supplier-pitch": PITCH,
  "our-goods": PITCH,
  meeting: other("Wants your time"),
  chase: other("Follows up on a pitch"),
  "opt-out": other("Newsletter"),
  broadcast: other("Newsletter or ad"),
  notice: other("Announcement"),
  automatic: other("Automated message"),
  links: other("Wants links or posts"),
  "money-offer": other("Offers funding"),
  recruiter: other("Recruiter"),
  applicant: other("Job application"),
  "work-wanted": JOB,
  "job-ad": JOB,
  trouble: other("Reports a problem"),
  "feature-wish": other("Feature request"),
  customer: other("Request from an existing customer"),
  owned: other("About an earlier purchase"),
  bill: other("About an invoice or payment"),
  colleague: other("Internal email"),
  "third-person-customer": other("Internal email"),
  private: other("Personal email"),
  thanks: other("Thank-you or scheduling note"),
  survey: other("Survey"),
  "press-or-cause": other("From the press, students or a charity"),
  law: other("Legal or privacy matter"),
  "for-nothing": other("Wants it for free"),
  "seller-answers": other("Reply from a vendor"),
  scam: FRAUD,
  deceit: FRAUD,
};

/** The reason for a concept; undefined if it is never shown as one. */
export function conceptReason(concept: string): string | undefined {
  return REASONS[concept]?.text;
}

/** A number with its unit: "25 seats", "1,200 pcs", "3 Lizenzen". */
const QUANTITY =
  /(?<![\p{L}\p{N}.,])(\d{1,3}(?:[.,\s]\d{3})*|\d{1,6})\s?(seats?|users?|licen[cs]es?|units?|pcs|pieces?|sets?|boxes|copies|devices?|machines?|laptops?|boards?|kits?|employees|people|guests|rooms|nights|pallets?|tons?|tonnes?|kg|stück|lizenzen|plätze|nutzer|arbeitsplätze|personen|mitarbeiter|paletten|pièces|postes|utilisateurs|personnes|palettes|unidades|piezas|personas|licencias|usuarios|licenças|usuários|pezzi|licenze|utenti|persone|stuks|gebruikers|licenties|sztuk|licencji|штук|лицензий|пользователей)(?![\p{L}\p{N}])/iu;

const MOST = 3;
/** A reason below this share of the strongest one's weight is often due to chance. */
const LEAST_SHARE = 0.5;
/** How a reason includes a quantity: "Asks for a price for 25 seats", "Wants to buy 200 pcs". */
const COUNTED: Readonly<Record<string, (quantity: string) => string>> = {
  price: (quantity) => `Asks for a price for ${quantity}`,
  buy: (quantity) => `Wants to buy ${quantity}`,
  "license-deal": (quantity) => `Asks about a commercial license for ${quantity}`,
};

/**
 * Up to three reasons for a salesperson, strongest first: for a lead what speaks for it, for other mail what speaks
 * against it, for unclear mail both. `concepts` comes from `classifyText`; `text` is searched for a quantity.
 */
export function reasonsOf(
  verdict: "lead" | "review" | "not_lead",
  concepts: ReadonlyMap<string, number>,
  text: string,
): string[] {
  const pro = reasonsThat("for", concepts, text);
  const contra = reasonsThat("against", concepts, text);
  if (verdict === "lead") return pro.length > 0 ? pro.slice(0, MOST) : ["Reads like an inquiry"];
  if (verdict === "not_lead") return contra.length > 0 ? contra.slice(0, MOST) : ["Doesn't ask for anything you sell"];
  const both = [...pro.slice(0, 2), ...contra.slice(0, 1)];
  return both.length > 0 ? both : ["Unclear what the sender wants"];
}

function reasonsThat(side: ConceptReason["speaks"], concepts: ReadonlyMap<string, number>, text: string): string[] {
  const found = new Map<string, ConceptReason & { name: string; strength: number }>();
  for (const [name, share] of concepts) {
    const reason = REASONS[name];
    const strength = side === "for" ? share : -share;
    if (reason?.speaks !== side || strength <= 0) continue;
    const before = found.get(reason.text);
    if (before === undefined) found.set(reason.text, { name, strength, ...reason });
    else before.strength += strength;
  }
  const all = [...found.values()];
  const specific = all.filter(({ isVague }) => !isVague);
  const sorted = (specific.length > 0 ? specific : all).toSorted((one, other_) => other_.strength - one.strength);
  const ordered = sorted.filter(({ strength }) => strength >= LEAST_SHARE * (sorted[0]?.strength ?? 0));
  const quantity = QUANTITY.exec(text.slice(0, 3_000))?.[0].replaceAll(/\s+/gu, " ");
  const counted = quantity === undefined ? undefined : ordered.find(({ name }) => name in COUNTED)?.name;
  return ordered.map(({ name, text: plain }) =>
    quantity !== undefined && name === counted ? (COUNTED[name]?.(quantity) ?? plain) : plain,
  );
}
