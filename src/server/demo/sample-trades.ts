import type { Language } from "#server/demo/sample-cultures.ts";

/** A line of business; `fits` when the sample's rules know it. The words follow a company's name. */
export interface Trade {
  industry: string;
  fits: boolean;
  words: Record<Language, readonly string[]>;
}

export const TRADES: readonly Trade[] = [
  trade("Logistics", true, "Freight,Logistics,Haulage", "Spedition,Logistik", "Transports", "Transportes", "物流"),
  trade("Wholesale", true, "Trading,Supply,Distribution", "Großhandel", "Négoce", "Distribuciones", "商事"),
  trade(
    "Manufacturing",
    true,
    "Tools,Components,Machining",
    "Werkzeugbau,Technik",
    "Mécanique",
    "Mecanizados",
    "製作所",
  ),
  trade("Food production", true, "Bakery,Dairy,Roasters", "Feinkost,Molkerei", "Saveurs", "Conservas", "食品"),
  trade("Healthcare supplies", true, "Medical,Dental", "Medizintechnik", "Santé", "Salud", "医療"),
  trade("Hospitality", false, "Hotels,Inns", "Hotels", "Hôtels", "Hoteles", "旅館"),
  trade("Retail", false, "Stores,Outfitters,Books", "Handelshaus", "Boutiques", "Tiendas", "百貨店"),
  trade("Construction", false, "Builders,Timber,Roofing", "Bau,Holzbau", "Bâtiment", "Construcciones", "建設"),
  trade("Renewable energy", false, "Solar,Wind,Heat Pumps", "Windkraft,Solar", "Énergies", "Renovables", "エナジー"),
  trade("Furniture", false, "Furniture,Kitchens", "Möbel,Küchen", "Meubles", "Muebles", "家具"),
  trade("Textiles", false, "Textiles,Workwear", "Textil", "Textiles", "Textiles", "繊維"),
  trade("Education", false, "Academy,Training", "Akademie", "Formation", "Formación", "学院"),
  trade("Events", false, "Events,Catering", "Messebau", "Événements", "Eventos", "企画"),
  trade("Publishing", false, "Press,Print", "Verlag", "Éditions", "Editorial", "出版"),
];

function trade(
  industry: string,
  fits: boolean,
  ...[en, de, fr, es, ja]: [en: string, de: string, fr: string, es: string, ja: string]
): Trade {
  const list = (words: string): string[] => words.split(",");
  return { industry, fits, words: { en: list(en), de: list(de), fr: list(fr), es: list(es), ja: list(ja) } };
}

/** Titles of people who decide, which the sample's rules know, and of those who do not. */
export const TITLES: Record<Language, { decides: readonly string[]; others: readonly string[] }> = {
  en: {
    decides: [
      "Managing Director",
      "Head of Operations",
      "Owner",
      "Founder",
      "Director of Purchasing",
      "CEO",
      "COO",
      "Vice President, Supply Chain",
      "Head of Warehousing",
    ],
    others: [
      "Warehouse Manager",
      "Buyer",
      "Office Manager",
      "Operations Analyst",
      "IT Coordinator",
      "Purchasing Assistant",
      "Dispatcher",
      "Stock Controller",
      "Trainee",
    ],
  },
  de: {
    decides: ["Geschäftsführer", "Geschäftsführerin", "Head of Operations"],
    others: ["Lagerleitung", "Einkauf", "Disposition", "Sachbearbeitung", "Werkstudentin"],
  },
  fr: {
    decides: ["Gérante", "Gérant", "CEO"],
    others: ["Responsable d'entrepôt", "Acheteuse", "Assistant logistique", "Comptable"],
  },
  es: {
    decides: ["Directora general", "Director de operaciones", "CEO"],
    others: ["Jefe de almacén", "Compras", "Administración", "Coordinadora de rutas"],
  },
  ja: {
    decides: ["代表取締役", "代表取締役社長", "COO"],
    others: ["購買部", "倉庫管理", "総務部 主任", "営業部"],
  },
};
