import { foldedWords } from "#server/pipeline/text/fold.ts";

/**
 * Given names that are common somewhere and rarely mean anything else. They confirm that a text is a name; names not
 * listed here are still recognized by their shape.
 */
export const GIVEN_NAMES: ReadonlySet<string> = foldedWords(`
  aaron abby abdul abdullah abel abigail abraham ada adam adan adela adele adeline adelina adrian adriana adrien adrienne
  agata agnes agneta agnieszka ahmad ahmed aidan aiden aiko aileen aisha aisling akash akira alain alan alba albert
  alberto aldo alec alejandra alejandro aleksandar aleksander aleksandra aleksandr aleksei aleksey alena alessandra
  alessandro alessia alessio alex alexa alexander alexandra alexandre alexandru alexei alexey alexia alexis alfonso
  alfred alfredo ali alice alicia alina aline alisa alison alistair allan allen alois alma alvaro amadou amalia amanda
  amandine amar amara amelia amelie amina amir amit amy ana anais anand anastasia anatoly anders andre andrea andreas
  andreea andrei andrej andres andrew andrey andrzej andy angel angela angelica angelika angelina angelo angus anil anita
  anja anjali anke ann anna annabel annalena anne anneke annelie annelies annemarie annette annick annie annika anouk
  anton antonella antonia antonio antony antoine antoinette anya april araceli archie ariana ariane ariel arjun arlene
  armand armando armin arnaud arnd arne arno arnold artem arthur arturo arun arvind asa ashish ashley ashok asif asim
  asta astrid atsushi audrey august auguste aurelia aurelie aurelien aurora axel ayesha ayse aziz barbara barbora barry
  bart bartek bartosz bastian bastien beata beate beatrice beatrix beatriz becky belinda ben benedetta benedikt benedict
  beniamino benita benjamin benoit bente bernadette bernard bernardo bernd bernhard bert bertha berthold bertrand beth
  bethany betty beverly bianca bilal bill birgit birgitta birte bjarne bjorn blanca bo bob bogdan bohdan boris bozena
  brad bradley brandon branko brenda brendan brent brett brian bridget brigitte britta brooke bruce bruno bryan burkhard
  caitlin camila camilla camille candice carina carl carla carlo carlos carlotta carmen carol carola carole carolin
  carolina caroline carolyn carsten casey caspar cassandra catalin catalina caterina catherine cathy catriona cecile
  cecilia celeste celia celine cesar chad chandra chantal charlene charles charlie charlotte chen cheryl chiara chloe
  chris christa christel christian christiane christina christine christof christoph christophe christopher christos
  cindy claire clara clarissa claudia claudine claudio claus clemens clement clementine clifford clive clotilde colette
  colin connor conny conor conrad constance constantin cora cordula corina corinna corinne cornelia cornelius cosmin
  costas craig cristian cristiano cristina cristobal curtis cynthia cyril cyrille dagmar dagny daisuke daisy dakota damian
  damien dan dana daniel daniela daniele daniella danielle danny daria dariusz darko darlene darren dario dave david
  davide dawid dawn dean deborah debra deepa deepak deirdre delia delphine denis denise dennis derek desmond detlef devon
  diana diane didier diego dieter dietmar dietrich dilip dima dimitar dimitri dimitrios dimitris dina dinesh dino dirk
  dmitri dmitrii dmitriy dmitry dolores domenico dominic dominik dominique don donald donatella donna dora doreen dorian
  doris dorota dorothea dorothee dorothy doug douglas dragan duncan dusan dwayne dylan eberhard eckhard ed eddie edgar
  edith edmund edoardo eduard eduardo edward edwin egon eileen ekaterina elaine eleanor elena eleni eleonora elias elif
  elin elina elio elisa elisabeth elise eliska elizabeth ella elle ellen elliot elliott elmar elodie eloise els elsa elsbeth
  elvira emanuel emanuela emanuele emeka emil emile emilia emilie emiliano emilio emily emma emmanuel emmanuelle emre
  enrico enrique eric erica erich erik erika erin ernest ernesto ernst erwin esra esteban estelle esther ethan etienne
  eugen eugene eugenia eugenio eva evan evelin evelina eveline evelyn evgeni evgeny ewa ewan fabian fabiana fabien fabienne
  fabio fabrice fabrizio faisal farah farid fatih fatima fatma fatou federica federico felicia felicity felipe felix
  ferdinand fergus fernanda fernando filip filipa filipe filippo fiona flavia flavio fleur flora florence florent florian
  floris folkert francesca francesco francis francisca francisco franck franco francois francoise frank frankie franz
  franziska fred freddy frederic frederick frederik frederike fredrik frida frieda friederike friedhelm friedrich fritz
  gabriel gabriela gabriele gabriella gabrielle gaelle gaetan gaetano gareth garry gary gavin gemma genevieve geoff
  geoffrey georg george georges georgia georgina georgios gerald geraldine gerard gerardo gerd gerhard gerlinde germain
  gernot gert gertrud ghislain giacomo gianluca gianni gilbert gilles gillian gina giorgia giorgio giovanna giovanni
  gisela giselle giulia giuliana giuliano giulio giuseppe gloria gonzalo gordon goran gottfried grace graham grant
  grazia graziella greg gregor gregory greta gretchen grzegorz gudrun guido guillaume guillermo gunnar gunter gunther
  gustav gustavo guy gwen gwendolyn hadrien haiko hakan hamid hamza hanna hannah hanne hannelore hannes hans hansjorg
  harald harold harriet harry haruka haruki harvey hassan hayley hector heather hedwig heidi heike heiko heiner heinrich
  heinz helen helena helene helga helge helmut helmuth hendrik henning henri henrietta henriette henrik henrike henry herbert
  heribert herman hermann hermine herve hilary hilda hilde hildegard hiroshi hiroki holger holly horst howard hubert hugh
  hugo hung hussein iain ian ibrahim ida ignacio igor ilaria ilka ilona ilse imke imran ina ines inga inge ingeborg inger
  ingo ingrid inna ioana ioannis ira irena irene irina iris irma isa isaac isabel isabell isabella isabelle isadora isla
  ismael ismail ivan ivana ivar ivo ivonne iwona izabela jaap jack jackie jacky jacob jacqueline jacques jaime jake jakob
  jakub james jamie jan jana jane janet janette janice janina janine janne jannik janusz jared jarek jaroslav jaroslaw
  jason jasmin jasmine jasper javier jay jayne jean jeanette jeanne jeannette jeff jeffrey jelena jen jenna jennifer jenny
  jens jeremie jeremy jerome jerry jesper jess jessica jessie jesus jill jim jimena jimmy jiri jo joachim joan joana joanna
  joanne joao joaquin jochen jodie joe joel joelle johan johanna johannes john johnny jon jonas jonathan jonna joost jordan
  jorg jorge jorgen jorn jose josef josefa josefina joseph josephine josh joshua josie jost joyce juan juana juanita judith
  judy julia julian juliana juliane julie julien juliet juliette julio julius juraj jurg jurgen justin justine justyna jutta
  kai kaitlyn kamal kamil kamila karel karen karim karin karina karine karl karla karlheinz karolina karoline karsten kasia
  kaspar kasper katarina katarzyna kate katell katerina katharina katherine kathleen kathrin kathryn kathy katia katie katja
  katrin katrina kay kazuki kazuo keiko keith kelly ken kenichi kenneth kenji kent kerry kerstin kevin khaled khalid kim
  kimberly kirill kirsten kirsty kjell klaas klara klaus knut konrad konstantin konstantinos kornelia koen krista kristen
  kristian kristin kristina kristine kristof krystyna krzysztof kumar kurt kyle kylie lajos lana lars laszlo laura laure
  lauren laurence laurent lauri lea leah leandro leila lena lenka lennart leo leon leona leonard leonardo leonie leonor
  leopold leroy leslie lesley leticia lewis lia liam lidia liesbeth lilian liliana lilly lily lina linda lindsay lindsey
  linus lionel lisa lisbeth lise liselotte liz liza lloyd lola lorena lorenz lorenzo loretta lori lorraine lothar lotte
  louis louisa louise luc luca lucas lucia lucian luciana luciano lucie lucien lucille lucinda lucy ludger ludmila ludovic
  ludwig luigi luis luisa luise luiz luka lukas lukasz lutz lydia lydie lynda lynn lynne maarten maciej madeleine madeline
  madison mads magali magda magdalena maggie magnus mahmoud maike maja makoto malcolm malgorzata malika malin malte mandy
  manfred manon manuel manuela manuele mara marc marcel marcela marcella marcello marcelo marcia marcin marco marcos marcus
  marek maren margaret margareta margarete margarita margherita margit margot margrit marguerite mari maria mariam mariana
  marianna marianne mariano maribel marie marieke mariella marielle marija marijke marika marilyn marina marine mario marion
  marisa marisol marit marius marjorie mark marketa marko markus marleen marlene marlies marlon marlou marta marten martha
  martial martijn martin martina martine marty marvin mary maryam masahiro mateo mateusz mathew mathias mathieu mathilde
  matilda matt matteo matthew matthias matthieu matthijs mattias matus maud maureen maurice mauricio maurizio mauro max
  maxim maxime maximilian maximiliano maya meera megan mehdi mehmet meike mei melanie melinda melissa mercedes meredith
  merle mia michael michaela michal michel michela michele micheline michelle michiel miguel mihai mika mikael mike mikhail
  mila milan milena milica milos mina mina mira miranda mireille mirela miriam mirjam miroslav mirko misaki mitchell mohamed
  mohammad mohammed mohan moira molly mona monica monika monique morgane moritz morten moses muhammad muriel murat mustafa
  myriam nadia nadine nadja nancy naoki naomi narges nasser natacha natalia natalie natalya natasha nate nathalie nathan
  nathaniel neha neil nelly nelson neus niamh nicholas nick nico nicola nicolai nicolas nicole nicoletta niels nigel nik
  nikita niklas niko nikola nikolai nikolaj nikolaos nikolaus nikolay nils nina nisha noah noel noelia noemi nora norbert
  norma norman nuno nuria octavio odile oksana olaf ole oleg oleksandr olena olga oliver olivia olivier olof omar orla orlando
  oscar oskar osman oswald otto ousmane owen pablo pamela paola paolo pascal pascale pat patrice patricia patricio patrick
  patrik patrizia patryk paul paula paulette paulina pauline paulo pavel pawel pedro peggy penelope per perry pete peter petr
  petra petros phil philip philipp philippa philippe phillip phoebe phyllis pia piero pierre pierrick pieter pietro pilar piotr
  poul pooja priya przemyslaw quentin rachel rachid radek radoslaw radu rafael rafal raffaella raffaele rahul raimund rainer
  raj rajesh rajiv ralf ralph ram ramesh ramon ramona rana raphael raquel rashid raul ravi raymond rebecca rebekka regina
  regine regis reiner reinhard reinhold rena renata renate renato renaud rene renee ricarda ricardo riccardo rich richard
  rick ricky rita rob robert roberta roberto robin rocio roderick rodolfo rodrigo roger rohan rohit roland rolf roman romain
  romina romy ron ronald ronja ronnie rory rosa rosalie rosalind rosario rosemarie rosemary rosie ross roswitha roxana roxanne
  roy ruben rudi rudolf rudolph rudiger rui rupert russell ruth ruud ryan sabine sabrina sachiko saeed said sakura sally
  salma salvador salvatore sam samantha samir samira samuel sana sander sandhya sandra sandrine sandro sanjay santiago sanna
  sara sarah sascha sasha satoshi saskia sean sebastian sebastiano sebastien selina selma serena serge sergei sergey sergio
  shane shannon sharon shaun shauna sheila shelley sherry shirley shiv sibylle siegfried sigrid silas silja silke silvan
  silvana silvia silvio simon simona simone sina siobhan sissel slobodan sofia sofie solange solveig sonia sonja sonya
  soren sophia sophie soraya spencer stacey stacy stanislav stanislaw stefan stefania stefanie stefano steffen steffi
  stella sten stephan stephane stephanie stephen steve steven stewart stig stijn stuart sue suki sunil suresh susan susana
  susann susanna susanne suzanne sven svenja svetlana swen sylvain sylvia sylvie szymon tadeusz takashi takeshi tamara tamas
  tanja tania tanya tara tariq tarik tatiana tatjana taylor ted teresa terence terry tess tessa thea theo theodor theodora
  theodore theresa therese thibault thierry thijs thilo thomas thorsten tiago tiffany till tilman tim timo timothy tina tino
  tobias toby todd tom tomas tomasz tomaso tommaso tommy tomoko toni tony torben tore torsten tracey tracy traudl trevor
  tristan trudy tyler udo ugo ulf uli ulla ulrich ulrika ulrike umberto ursula urs ursel uta ute uwe vadim valentin valentina
  valentine valeria valerie valerio vanessa vasile vasily veit vera verena verona veronica veronika veronique vicente vicki
  vicky victor victoria vijay vikram viktor viktoria vilhelm vilma vince vincent vincenzo vinod viola violetta virginia
  virginie vishal vitali vittoria vittorio vivian vivien viviane vivienne vlad vladimir vlasta volker volkmar wade walter
  waltraud wanda warren wayne wei wendy wenzel werner wibke wieland wilfried wilhelm will willem william willy winfried
  wladimir wojciech wolf wolfgang wolfram xavier ximena yahya yan yann yannick yasemin yasmin yasmine yasuko yohann yoko
  yolanda yosef youssef yuki yuko yumi yuri yusuf yves yvette yvonne zachary zahra zainab zane zbigniew zdenek zdenka zeynep
  zofia zoe zoltan zsolt zuzana
  александр алексей алина алла анастасия анатолий андрей анна антон артем артём борис вадим валентин валентина валерий
  валерия варвара василий вера виктор виктория виталий владимир владислав вячеслав галина геннадий георгий григорий дарья
  денис дмитрий евгений евгения екатерина елена елизавета иван игорь илья инна ирина кирилл константин кристина ксения
  лариса леонид лидия любовь людмила максим маргарита марина мария михаил надежда наталия наталья никита николай нина
  оксана олег олександр олена ольга павел петр пётр полина роман светлана сергей сергій софия станислав степан тамара
  татьяна тимур федор юлия юрий яна ярослав андрій наталія тетяна юлія євген ігор ірина дмитро микола михайло олексій
  георги димитър николай петър стефан иванка мария йордан красимир милена милан драган јелена
  αλέξανδρος αναστασία ανδρέας άννα αντώνης βασίλης γεώργιος γιάννης γιώργος δημήτρης δημήτριος ελένη ευάγγελος ιωάννα
  ιωάννης κατερίνα κώστας κωνσταντίνος μαρία μιχάλης νίκος νικόλαος παναγιώτης πέτρος σοφία σπύρος σταύρος χρήστος
  أحمد محمد محمود علي عمر عثمان حسن حسين خالد فاطمة عائشة مريم سارة ليلى نورا يوسف إبراهيم عبد عبدالله عبدالرحمن سعيد
  سليم طارق كريم ماجد مصطفى منى هدى هشام ياسر زينب رنا سامي فهد فيصل ناصر نادية جميل رامي
`);
