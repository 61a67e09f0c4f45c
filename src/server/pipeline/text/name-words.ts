import { foldedWords } from "#server/pipeline/text/fold.ts";

/** Titles and forms of address before a name, listed without a trailing dot. */
export const HONORIFICS: ReadonlySet<string> = foldedWords(`
  mr mrs ms miss mx engr sir dame lord lady madam rev revd rev'd reverend pastor fr hon judge dr doctor hab assoc asst
  m.sc b.sc prof profa prof.ssa profssa professor pd priv-doz herr frau hr dipl ing mag mmag med jur phil rer nat rer.nat
  habil h.c dres dkfm ra rain
  rechtsanwalt rechtsanwältin notar steuerberater m mme mlle mm monsieur madame mademoiselle me maître sr sra srta sres
  don doña señor señora lic licda arq abg act biol quim psic sig sigra sig.ra sig.na signor signora dott dott.ssa
  dottssa dottore dottoressa avv arch geom rag cav on dhr mw mevr mevrouw meneer drs ir heer
  pan pani mgr inż bc judr mudr phdr rndr mvdr paeddr doc fru fröken herra rouva
  dra mtro mtra mstro mstra econ c.p.c lcdo lcda senhor senhora exmo exma eng engº eng° bay bayan sayın
  господин госпожа г-н г-жа мистер миссис мисс доктор профессор пан пані
  κ κος κα κυρία κύριος δρ
  السيد السيدة د دكتور الدكتور الأستاذ المهندس`);

/** Suffixes after a name. */
export const POSTNOMINALS: ReadonlySet<string> = foldedWords(`
  phd ph.d dsc d.sc md m.d mba m.b.a msc m.sc bsc b.sc ma m.a ba b.a beng b.eng meng m.eng llm ll.m llb ll.b jd j.d cpa
  cfa cfp pmp pe p.e esq jr sr ii iii iv dds dvm rn cissp cipd frics mrics miet ceng pstat fca aca acca obe mbe cbe kc qc sj he him she
  her they them dipl-ing mag bakk dphil edd mph rph faia aia`);

/** Particles within family names. */
export const PARTICLES: ReadonlySet<string> = foldedWords(`
  von van vom zu zum zur de der den des del della dello dei degli di da das do dos du la le las los lo el al bin ibn bint
  binti ben abu abd ter ten te 't tot op in het af av y e i st st. san santa saint d d' o' af bat ul ud`);

/** Common family names, which confirm an unknown given name next to them. */
export const FAMILY_NAMES: ReadonlySet<string> = foldedWords(`
  smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson
  thomas taylor moore jackson lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen
  king wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts
  evans turner phillips parker edwards collins stewart morris murphy cook rogers morgan cooper peterson reed bailey
  kelly howard cox ward richardson watson bennett gray hughes patel singh kumar sharma gupta khan shah reddy rao nair
  iyer mehta desai chopra kapoor malhotra verma joshi agarwal begum hussain ahmed ali chowdhury rahman müller schmidt
  schneider fischer weber meyer wagner becker schulz hoffmann schäfer koch bauer richter klein wolf schröder neumann
  schwarz zimmermann braun krüger hofmann hartmann lange schmitt werner krause meier lehmann schmid schulze maier köhler
  herrmann könig walter mayer huber kaiser fuchs peters lang scholz möller weiß jung hahn schubert vogel friedrich
  keller günther frank berger winkler roth beck lorenz baumann franke albrecht schuster simon ludwig böhm winter kraus
  martin bernard dubois robert richard petit durand leroy moreau laurent lefebvre michel bertrand roux vincent fournier
  morel girard andré lefèvre mercier dupont lambert bonnet françois legrand garnier faure rousseau blanc guerin roussel
  nicolas perrin morin mathieu clément gauthier dumont fontaine chevalier robin masson fernandez gomez diaz ruiz alvarez
  jimenez moreno muñoz alonso gutierrez romero navarro dominguez vazquez ramos gil serrano blanco molina morales suarez
  ortega delgado castro ortiz rubio marin sanz nuñez iglesias medina garrido cortes castillo rossi russo ferrari
  esposito bianchi romano colombo ricci marino greco bruno gallo conti de luca mancini costa giordano rizzo lombardi
  moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone silva santos oliveira souza
  pereira lima carvalho ferreira ribeiro almeida gomes martins araujo melo barbosa jansen janssen bakker visser smit
  meijer mulder bos vos hendriks dekker dijkstra smits jacobs maes andersson johansson karlsson nilsson eriksson larsson
  olsson persson hansen olsen larsen andersen pedersen nielsen jensen christensen rasmussen sørensen korhonen virtanen
  mäkinen nieminen nowak kowalski wiśniewski wójcik kowalczyk kamiński lewandowski zieliński novák svoboda dvořák
  horváth kovács nagy szabó yılmaz kaya demir çelik şahin öztürk
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo tanaka suzuki sato takahashi
  watanabe yamamoto nakamura kobayashi kato yoshida yamada sasaki kim park choi kang cho yoon jang lim han tran pham
  hoang phan vu dang bui okafor okonkwo mensah adeyemi diallo traoré
  иванов петров сидоров смирнов кузнецов попов волков соколов шевченко коваленко бондаренко παπαδόπουλος παππάς νικολάου
  γεωργίου δημητρίου ιωάννου`);

/** Endings found almost only in family names. */
export const FAMILY_ENDING =
  /(?:[oe]v|[oe]va|ovic|ević|ovich|evich|ovna|evna|sk[iya]|sky|skaya|czyk|wicz|enko|chuk|yuk|sson|ssen|sdottir|idis|iadis|opoulos|poulou|akis|aki|escu|eanu|yan|ian|shvili|adze|oglu|[aeo]ğlu|hauser|huber|mayer|meier|meyer|müller|schmidt|bauer|mann|stein|berg|feld|inski|ez|elli|etti|ucci|ini|ov|ev|ін|ов|ев|ин|ова|ева|ина|ский|ская|енко|чук|ко|ян|швили|όπουλος|ίδης|άκης|ίου)$/u;
