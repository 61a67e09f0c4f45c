import { type Item, textOf } from "#server/pipeline/sources/website/extract/markup/item.ts";

/** Schema.org types that name an industry, by their name in lower case: "Auto body shop". */
const TYPES = new Map(
  `AccountingService Airline AnimalShelter ArchiveOrganization Attorney AutoBodyShop AutoDealer AutoPartsStore
  AutoRental AutoRepair Bakery BankOrCreditUnion BarOrPub BeautySalon BikeStore BookStore Brewery CafeOrCoffeeShop
  ChildCare ClothingStore CollegeOrUniversity ComputerStore Dentist Distillery DryCleaningOrLaundry Electrician
  ElectronicsStore EmploymentAgency ExerciseGym FinancialService Florist FurnitureStore GardenStore GeneralContractor
  GovernmentOrganization GroceryStore HairSalon HardwareStore HealthClub Hospital Hostel Hotel HousePainter
  InsuranceAgency JewelryStore LegalService Library Locksmith MedicalClinic MotorcycleDealer MovingCompany Museum
  NewsMediaOrganization Nightclub Notary Optician Pharmacy Physician Plumber Preschool ProfessionalService
  RealEstateAgent RecyclingCenter Resort Restaurant RoofingContractor School SelfStorage ShoeStore SportsClub
  TravelAgency VeterinaryCare Winery`
    .split(/\s+/u)
    .map((type) => {
      const words = type.replaceAll(/(?<!^)\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
      return [type.toLowerCase(), words];
    }),
);
const LABELED =
  /^(?:industry|sector|line of business|Branche|Wirtschaftszweig|secteur(?: d['’]activité)?|sector de actividad|settore|bransch|branża|業種|行业)\s?[:：]\s{0,3}([^.:;!?@]{3,60})$/iu;

/** The industry that an organization's markup states: in words, or by its type. */
export function industryOf(item: Item): string {
  const stated = textOf(item, "industry");
  if (stated !== "" && stated.length <= 100 && !/^https?:|^\d+$/u.test(stated)) return stated;
  return item.types.map((type) => TYPES.get(type)).find((words) => words !== undefined) ?? "";
}

/** "Industry: Logistics" */
export function industryIn(line: string): string {
  return line.length > 120 ? "" : (LABELED.exec(line)?.[1]?.trim() ?? "");
}
