import { latinSlug } from "#server/demo/latin-slug.ts";
import type { PhoneRange } from "#server/demo/sample-phones.ts";

/** What people write in; where a team mostly writes English the sample does too. */
export type Language = "en" | "de" | "fr" | "es" | "ja";

/** A name as its bearer writes it, and in the letters of an e-mail address. */
export interface Word {
  shown: string;
  latin: string;
}

export interface Culture {
  language: Language;
  /** How many of a hundred leads. */
  share: number;
  given: readonly Word[];
  family: readonly Word[];
  /** Made of the name's two halves, given first. */
  fullName: (given: string, family: string) => string;
  /** Names that companies go by, before what they do. */
  firms: readonly Word[];
  /** Puts the form of the company around its name. */
  legalForm: (name: string) => string;
  cities: readonly string[];
  /** Null where no range of numbers is known to be reserved: those leads have no phone. */
  phones: PhoneRange | null;
}

const western = (given: string, family: string): string => `${given} ${family}`;
const plain = (name: string): string => name;
const ending =
  (form: string) =>
  (name: string): string =>
    `${name} ${form}`;

/** The people of the sample, by where they come from. */
export const CULTURES: readonly Culture[] = [
  {
    language: "en",
    share: 24,
    given: words(
      "Amelia Oliver Isla George Freya Harry Poppy Arthur Alice Noah Grace Theo Ruth Callum Imogen Rhys Edith Jasper Nia Hamish Beatrice Rowan Leila Duncan Martha Gareth Olive Samuel Tamsin Ewan Harriet Idris",
    ),
    family: words(
      "Whitfield Ashworth Pemberton Hargreaves Sinclair Thornton Bevan Lockwood Okoro Patel Rashid Kerr Fairbairn Trevithick Hussain Blackwood Gilchrist Marlow Pryce Osborne Chowdhury Stirling Radcliffe Kaur Llewellyn Barrow Quigley Ainsworth",
    ),
    fullName: western,
    firms: words(
      "Kestrel Northgate Harbour Copperfield Longmead Tidewater Ravenscourt Millbrook Fernhill Saltmarsh Hollybank Stonebridge Larkfield Greystoke Wharfedale Pennine Orchard",
    ),
    legalForm: ending("Ltd"),
    cities: ["Leeds", "Bristol", "Edinburgh", "Norwich"],
    phones: "uk",
  },
  {
    language: "en",
    share: 19,
    given: words(
      "Avery Jackson Maya Ethan Zoe Marcus Camila Tyler Imani Logan Priya Caleb Destiny Wyatt Elena Darius Naomi Hunter Jasmine Owen Lucia Dante Brooke Xavier Sierra Malik Audrey Mateo Paige Desmond",
    ),
    family: words(
      "Caldwell Brooks Ramirez Hutchins Nakamura Delgado Washington Kowalczyk Freeman Lindqvist Vance Moreno Whitaker Tran Jefferson Castillo Abernathy Nguyen Holloway Bautista McBride Rosenberg Fitzgerald Chavez Sorensen Yazzie",
    ),
    fullName: western,
    firms: words(
      "Blueridge Cascade Lakeshore Prairie Redwood Summit Ironwood Cedar Granite Mesa Juniper Sagebrush Northstar Riverbend Copper",
    ),
    legalForm: ending("Inc"),
    cities: ["Denver", "Austin", "Portland", "Columbus"],
    phones: "us",
  },
  {
    language: "de",
    share: 12,
    given: words(
      "Jürgen Anneliese Lukas Katrin Sören Miriam Björn Heike Tobias Aylin Matthias Friederike Emre Ulrike Niklas Gesine Holger Svenja",
    ),
    family: words(
      "Müller Schäfer Brückner Weiß Köhler Lindemann Öztürk Vogelsang Hartwig Großmann Jäger Petersen Yıldız Kästner Wiesner Böhm Reinhardt Strauß",
    ),
    fullName: western,
    firms: words("Brückner Nordlicht Hansa Eichenhof Rheintal Löwenstein Morgenrot Steinbach Altmühl Elbufer Sonnberg"),
    legalForm: ending("GmbH"),
    cities: ["Bremen", "Stuttgart", "Leipzig", "Graz"],
    phones: "de",
  },
  {
    language: "fr",
    share: 8,
    given: words(
      "Chloé Mathieu Aïcha Étienne Léa Guillaume Inès François Noémie Rémi Séverine Karim Aurélie Gaël Mélanie Yannick",
    ),
    family: words(
      "Lefèvre Dubois Benali Gauthier Moreau Chevalier Rousseau Perrin Béranger Diallo Fontaine Lemoine Traoré Vasseur",
    ),
    fullName: western,
    firms: words("Beaulieu Garonne Mistral Bellerive Clairval Armor Vercors Estuaire"),
    legalForm: ending("SAS"),
    cities: ["Lyon", "Nantes", "Lille", "Genève"],
    phones: "fr",
  },
  {
    language: "es",
    share: 7,
    given: words("Lucía Andrés Ximena Iñaki Valentina Joaquín Inés Mateo Renata Óscar Belén Rodrigo Nuria Álvaro"),
    family: words(
      "Fernández Muñoz Ibáñez Castaño Quiroga Villanueva Etxeberria Salcedo Núñez Arrieta Zambrano Peña Cárdenas Roldán",
    ),
    fullName: western,
    firms: words("Olivar Sierra Levante Cantábrico Alameda Montecristo Guadiana Poniente"),
    legalForm: ending("S.L."),
    cities: ["Valencia", "Bilbao", "Monterrey", "Rosario"],
    phones: null,
  },
  {
    language: "en",
    share: 6,
    given: words("Ingrid Åsa Lars Sigrid Håkan Freja Øyvind Astrid Jørgen Linnéa Mikkel Solveig Göran Tuva"),
    family: words("Bergström Lindgren Åkesson Nygård Sørensen Hallberg Ekström Dahl Wikström Kjær Söderberg Haugen"),
    fullName: western,
    firms: words("Fjällvik Nordanå Skärgård Björkhaga Solberga Havsbris Granvik"),
    legalForm: ending("AB"),
    cities: ["Malmö", "Göteborg", "Bergen", "Aarhus"],
    phones: "se",
  },
  {
    language: "en",
    share: 5,
    given: words("Ananya Rohan Meera Arjun Kavya Vikram Lakshmi Farhan Ishita Nikhil Sunita Aditya"),
    family: words("Iyer Deshpande Banerjee Chaudhary Menon Kulkarni Siddiqui Reddy Bhattacharya Pillai Saxena Gill"),
    fullName: western,
    firms: words("Sahyadri Deccan Konark Malabar Sundarban Nilgiri"),
    legalForm: ending("Pvt Ltd"),
    cities: ["Pune", "Kochi", "Jaipur"],
    phones: null,
  },
  {
    language: "en",
    share: 4,
    given: words("Chidi Ngozi Tunde Amara Kwame Zainab Thabo Wanjiru Folake Sipho Abena Kofi"),
    family: words("Okafor Adeyemi Mensah Balogun Dlamini Kamau Nwosu Otieno Asante Mokoena Eze Bello"),
    fullName: western,
    firms: words("Baobab Savanna Lagoon Volta Umoja Kilima"),
    legalForm: ending("Ltd"),
    cities: ["Lagos", "Accra", "Nairobi"],
    phones: null,
  },
  {
    language: "en",
    share: 4,
    given: words("Łukasz Małgorzata Žofia Václav Zoltán Ildikó Ştefan Žaneta Agnieszka Ondřej Réka Bogdan"),
    family: words("Wójcik Dąbrowska Novák Horváth Černý Ionescu Kowalska Szabó Popescu Dvořák Zieliński Balázs"),
    fullName: western,
    firms: words("Wisła Tatra Morava Karpaty Dunaj Beskid"),
    legalForm: ending("s.r.o."),
    cities: ["Gdańsk", "Brno", "Győr"],
    phones: null,
  },
  {
    language: "ja",
    share: 4,
    given: words(
      "健一=kenichi 美咲=misaki 大輔=daisuke 由美子=yumiko 翔太=shota 直子=naoko 拓也=takuya 恵=megumi 修=osamu 千尋=chihiro",
    ),
    family: words(
      "佐藤=sato 鈴木=suzuki 高橋=takahashi 渡辺=watanabe 小林=kobayashi 中村=nakamura 山本=yamamoto 加藤=kato 吉田=yoshida 松本=matsumoto 井上=inoue 森=mori",
    ),
    fullName: (given, family) => `${family} ${given}`,
    firms: words("みなと=minato あけぼの=akebono 東海=tokai 北斗=hokuto さくら=sakura"),
    legalForm: (name) => `株式会社${name}`,
    cities: ["名古屋", "福岡", "仙台"],
    phones: null,
  },
  {
    language: "en",
    share: 3,
    given: words(
      "ليلى=layla عمر=omar نور=nour يوسف=youssef هالة=hala كريم=karim سلمى=salma طارق=tarek رنا=rana زياد=ziad",
    ),
    family: words(
      "حداد=haddad منصور=mansour الخطيب=alkhatib بركات=barakat نجار=najjar شاهين=shaheen قاسم=qasim عطية=attia الزين=alzein",
    ),
    fullName: western,
    firms: words("الواحة=alwaha النخيل=alnakheel الأرز=alarz الفرات=alfurat"),
    legalForm: plain,
    cities: ["Amman", "Beirut", "Tunis"],
    phones: null,
  },
  {
    language: "en",
    share: 2,
    given: words(
      "Олена=olena Тарас=taras Ірина=iryna Андрій=andrii Оксана=oksana Богдан=bohdan Наталія=nataliia Максим=maksym",
    ),
    family: words(
      "Шевченко=shevchenko Бондаренко=bondarenko Коваль=koval Мельник=melnyk Ткаченко=tkachenko Савчук=savchuk Гриценко=hrytsenko Лисенко=lysenko",
    ),
    fullName: western,
    firms: words("Дніпро=dnipro Карпатія=karpatiia Світанок=svitanok"),
    legalForm: (name) => `ТОВ «${name}»`,
    cities: ["Lviv", "Odesa"],
    phones: null,
  },
  {
    language: "en",
    share: 2,
    given: words("민준=minjun 서연=seoyeon 지훈=jihoon 하은=haeun 수아=sua 도윤=doyun 예진=yejin 현우=hyunwoo"),
    family: words("김=kim 이=lee 박=park 최=choi 정=jung 강=kang 윤=yoon 임=lim"),
    fullName: (given, family) => `${family}${given}`,
    firms: words("한빛=hanbit 새벽=saebyeok 두레=dure"),
    legalForm: (name) => `주식회사 ${name}`,
    cities: ["Busan", "Incheon"],
    phones: null,
  },
];

/** Latin words stand for themselves; `健一=kenichi` says how a word is written in an e-mail address. */
function words(list: string): Word[] {
  return list.split(" ").map((entry) => {
    const [shown = "", latin = shown] = entry.split("=");
    return { shown, latin: latinSlug(latin) };
  });
}
