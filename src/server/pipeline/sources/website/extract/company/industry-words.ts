import { type Item, textOf } from "#server/pipeline/sources/website/extract/markup/item.ts";

/** Schema.org types that name an industry, in lower case, with the industry. */
const TYPES: Readonly<Record<string, string>> = {
  accountingservice: "Accounting",
  airline: "Airline",
  animalshelter: "Animal shelter",
  archiveorganization: "Archive",
  attorney: "Legal services",
  autobodyshop: "Auto body repair",
  autodealer: "Car dealer",
  autopartsstore: "Auto parts",
  autorental: "Car rental",
  autorepair: "Auto repair",
  bakery: "Bakery",
  bankorcreditunion: "Banking",
  barorpub: "Bar",
  beautysalon: "Beauty salon",
  bikestore: "Bicycle shop",
  bookstore: "Bookstore",
  brewery: "Brewery",
  cafeorcoffeeshop: "Café",
  childcare: "Child care",
  clothingstore: "Clothing store",
  collegeoruniversity: "Higher education",
  computerstore: "Computer store",
  dentist: "Dentistry",
  distillery: "Distillery",
  drycleaningorlaundry: "Laundry",
  electrician: "Electrical installation",
  electronicsstore: "Electronics store",
  employmentagency: "Staffing",
  exercisegym: "Fitness",
  financialservice: "Financial services",
  florist: "Florist",
  furniturestore: "Furniture store",
  gardenstore: "Garden center",
  generalcontractor: "General contracting",
  governmentorganization: "Government",
  grocerystore: "Grocery store",
  hairsalon: "Hair salon",
  hardwarestore: "Hardware store",
  healthclub: "Fitness",
  hospital: "Hospital",
  hostel: "Hostel",
  hotel: "Hotel",
  housepainter: "Painting",
  hvacbusiness: "Heating and air conditioning",
  insuranceagency: "Insurance",
  jewelrystore: "Jewelry",
  legalservice: "Legal services",
  library: "Library",
  locksmith: "Locksmith",
  medicalclinic: "Medical clinic",
  motorcycledealer: "Motorcycle dealer",
  movingcompany: "Moving",
  museum: "Museum",
  newsmediaorganization: "News media",
  ngo: "Nonprofit",
  nightclub: "Nightclub",
  notary: "Notary",
  optician: "Optician",
  pharmacy: "Pharmacy",
  physician: "Medical practice",
  plumber: "Plumbing",
  preschool: "Preschool",
  professionalservice: "Professional services",
  realestateagent: "Real estate",
  recyclingcenter: "Recycling",
  resort: "Resort",
  restaurant: "Restaurant",
  roofingcontractor: "Roofing",
  school: "School",
  selfstorage: "Self storage",
  shoestore: "Shoe store",
  sportsclub: "Sports club",
  travelagency: "Travel agency",
  veterinarycare: "Veterinary care",
  winery: "Winery",
};
const LABELED =
  /^(?:industry|sector|line of business|Branche|Wirtschaftszweig|secteur(?: d['’]activité)?|sector de actividad|settore|bransch|branża|業種|行业)\s?[:：]\s{0,3}([^.:;!?@]{3,60})$/iu;

/** The industry that an organization's markup states: in words, or by its type. */
export function industryOf(item: Item): string {
  const stated = textOf(item, "industry");
  if (stated !== "" && stated.length <= 100 && !/^https?:|^\d+$/u.test(stated)) return stated;
  return item.types.map((type) => TYPES[type]).find((words) => words !== undefined) ?? "";
}

/** "Industry: Logistics" */
export function industryIn(line: string): string {
  return line.length > 120 ? "" : (LABELED.exec(line)?.[1]?.trim() ?? "");
}
