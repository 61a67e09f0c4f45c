import { foldedWords } from "#server/pipeline/text/fold.ts";

/**
 * Given names that are common somewhere and rarely mean anything else. They confirm that a text is a name; names not
 * listed here are still recognized by their shape.
 */
export const GIVEN_NAMES: ReadonlySet<string> = foldedWords(`
  aare aaron abby abdallah abdelaziz abderrahman abdul abdullah abel abhijit abhinav abhishek abigail abraham ada adam
  adan adebayo adel adela adele adelina adeline adewale aditi aditya adnan adrian adriana adrien adrienne agata agne
  agnes agneta agnieszka agris agus ahmad ahmed aicha aidan aiden aiko aileen aino aisha aishwarya aisling aiste
  aivars ajay ajit akash akhil aki akio akira akshay alain alan alba albert alberto aldis aldo alec alejandra
  alejandro aleksandar aleksander aleksandr aleksandra aleksei aleksey alena alessandra alessandro alessia alessio
  alex alexa alexander alexandra alexandre alexandros alexandru alexei alexey alexia alexis alfonso alfred alfredo
  algirdas ali alice alicia alin alina aline alireza alisa alison alistair allan allen alma alois alok alvaro amadou
  amalia aman amanda amandine amar amara ambika amelia amelie amina amir amit ammar amol amrita amy ana anais anand
  anas anastasia anastasios anatoly anca anders andi andjela andras andre andrea andreas andreea andrei andrej andres
  andrew andrey andris andrius andrus andrzej andy angel angela angelica angelika angeliki angelina angelo angus
  aniket aniko anil anirudh anish anita anja anjali anke ankit ankita ankur ann anna annabel annalena anne anneke
  anneli annelie annelies annemarie annette annick annie annika anouk antanas antoine antoinette anton antonella
  antonia antonio antonis antony antti anupam anuradha anushka anwar anya aparna apostolos april araceli arash archana
  archie ariana ariane arief ariel aristidis arja arjun arlene armand armando armands armin arnaud arnd arne arno
  arnold arpad arpita artem arthur arto arturas arturo arturs arun arunas arvind arvo asa asen asep ashish ashley
  ashok ashraf ashwin asif asim asta astrid atanas athanasios atsushi attila audrey august auguste aurel aurelia
  aurelie aurelien aurora ausra avinash axel ayesha ayman ayodele ayse azadeh aziz aziza babajide babak bahram baiba
  balaji balazs bambang barbara barbora barry bart bartek bartosz basma bassam bastian bastien beata beate beatrice
  beatrix beatriz becky behnam behrouz bela belinda ben benedetta benedict benedikt beniamino benita benjamin benoit
  bente bernadette bernard bernardo bernd bernhard bert bertha berthold bertrand beth bethany betty beverly bhaskar
  bhavna bianca bilal bill birgit birgitta birte birute bjarne bjorn blagovest blanca bo bob bogdan bohdan bojan
  bojana boris borislav boyan boyko bozena brad bradley brandon branimir branislav branko brenda brendan brent brett
  brian bridget brigitte britta brooke bruce bruno bryan budi burak burcu burkhard cagla caitlin camila camilla
  camille canan candice carina carl carla carlo carlos carlotta carmen carol carola carole carolin carolina caroline
  carolyn carsten casey caspar cassandra catalin catalina caterina catherine cathy catriona cecile cecilia celeste
  celia celine cem cemal cengiz ceren cesar chad chaima chandan chandra chantal charalampos charlene charles charlie
  charlotte chavdar chen cheryl chetan chiara chidi chinedu chioma chloe chris christa christel christian christiane
  christina christine christof christoph christophe christopher christos chrysoula chukwuma cindy ciprian claire clara
  clarissa claudia claudine claudio claudiu claus clemens clement clementine clifford clive clotilde codruta colette
  colin connor conny conor conrad constance constantin cora cordula corina corinna corinne cornel cornelia cornelius
  cosmin costas costel craig crina cristi cristian cristiano cristina cristobal csaba csilla curtis cynthia cyril
  cyrille dace dagmar dagny dainis dainius daisuke daisy daiva dakota dalia dalibor damian damien damir dan dana
  daniel daniela daniele daniella danielle danijel danijela danny daria dario darius dariusz darko darlene darren dave
  david davide davor dawid dawn dean debashis deborah debra dedi deepa deepak deepika deirdre dejan delia delphine
  denis denise dennis derek desislava desmond detlef devendra devika devon dewi dezso dhananjay dharmendra diana diane
  didier diego dieter dietmar dietrich dilip dima dimitar dimitra dimitri dimitrios dimitris dina dinesh dino dirk
  divya djamel dmitri dmitrii dmitriy dmitry dolores domenico dominic dominik dominique don donald donatella donna
  dora doreen dorian dorin dorina doris dorota dorothea dorothee dorothy doru doug douglas dragan dragana dragos
  drazen dubravka duncan dusan dusko dwayne dwi dylan eberhard ebru ece eckhard ed eddie edgar edgaras edgars edith
  edmund edoardo eduard eduardo edward edwin eero egils egle egon ehsan eija eila eileen eirini ekaterina eko elaine
  eleanor elena eleni eleonora elham elias elif elin elina elio elisa elisabeth elise eliska elizabeth ella elle ellen
  elliot elliott elmar elodie eloise elpida els elsa elsbeth elvira emanuel emanuela emanuele emeka emel emil emile
  emilia emiliano emilie emilio emily emma emmanuel emmanuelle emrah emre endang enes engin eniko enrico enrique epp
  ercan erdal erdem erhan eric erica erich erik erika erin erkan ernest ernesto ernst erol ersin ertugrul erwin
  erzsebet esa esra essam esteban estelle esther eszter ethan etienne eugen eugene eugenia eugenio eva evaldas evan
  evangelia evangelos evelin evelina eveline evelyn evgeni evgeny ewa ewan fabian fabiana fabien fabienne fabio
  fabrice fabrizio fadi fadime fadwa fahad faisal faiza fajar farah farhad fariba farid farida faris farouk farzad
  farzana fatemeh fatih fatiha fatima fatma fatou federica federico felicia felicity felipe felix ferdinand ferenc
  fergus ferhat feride fernanda fernando fikret filip filipa filipe filippo filiz fiona fitri flavia flavio fleur
  flora florence florent florentina florian florin floris folake folkert fotini francesca francesco francis francisca
  francisco franck franco francois francoise frank frankie franz franziska fred freddy frederic frederick frederik
  frederike fredrik frida frieda friederike friedhelm friedrich fritz furkan gabor gabriel gabriela gabriele gabriella
  gabrielle gaelle gaetan gaetano ganesh gareth garry gary gaurav gauri gautam gavin gayatri gediminas geeta gemma
  genevieve geoff geoffrey georg george georges georgia georgina georgios gerald geraldine gerard gerardo gerd gergana
  gerhard gerlinde germain gernot gert gertrud geza ghada ghassan gheorghe ghislain giacomo gianluca gianni giannis
  giedre gilbert gilles gillian gina gintaras gintare giorgia giorgio giorgos giovanna giovanni girish girts gisela
  giselle giulia giuliana giuliano giulio giuseppe gloria gokhan gonul gonzalo gopal goran gordana gordon gottfried
  govind grace graham grant grazia graziella greg gregor gregory greta gretchen grzegorz gudrun guido guillaume
  guillermo gulsen gunnar gunter gunther guntis gustav gustavo guy gwen gwendolyn gyorgy gyula habib hadi hadrien
  haiko haitham hajnalka hakan hamid hamza hanan hanane hande hanna hannah hanne hannelore hannes hannu hans hansjorg
  harald harish harold haroun harri harriet harry harsha haruka haruki harvey hasan hassan hatem hatice havva hayley
  heather hector hedwig heidi heike heiki heikki heiko heiner heinrich heinz helen helena helene helga helge heli
  helmut helmuth hemant hendra hendrik henna henning henri henrietta henriette henrik henrike henry herbert heri
  heribert herman hermann hermine heru herve hesham hicham hideki hilal hilary hilda hilde hildegard hilkka hiroki
  hiroko hiroshi hiroyuki hisham hitesh hoda holger holly horia horst hossein houda howard hristo hrvoje hubert hugh
  hugo hung huseyin hussain hussein iain ian ibrahim ibtissam ida ieva ifeoma ignacio igor ihab ikram ilaria ildiko
  ileana ilhan ilias ilie iliyana ilka ilker ilkka ilona ilse ilyas ilze imad iman imane imants imke imran imre ina
  indra indrek ines inese inga inge ingeborg inger ingo ingrid inkeri inna ioan ioana ioanna ioannis ionel
  ionut ira irena irene irina iris irma isa isaac isabel isabell isabella isabelle isadora ishaan ishita isla ismael
  ismail istvan iulia iulian ivan ivana ivanka ivar ivars ivaylo ivett ivica ivo ivonne iwan iwona izabela jaakko jaan
  jaap jack jackie jacky jacob jacqueline jacques jafar jagdish jaime jake jakob jakub jalal jamal james jamie jamila
  jan jana jane janek janet janette jani janice janina janine janis janne jannik janos janusz jared jarek jari jarkko
  jarmo jaroslav jaroslaw jasmin jasmina jasmine jason jasper javier jawad jay jayant jayesh jayne jean jeanette
  jeanne jeannette jeff jeffrey jelena jen jenna jennifer jenny jens jeremie jeremy jerome jerry jesper jess jessica
  jessie jesus jill jim jimena jimmy jiri jitendra jo joachim joan joana joanna joanne joao joaquin jochen jodie joe
  joel joelle johan johanna johannes john johnny joko jolanta jon jonas jonathan jonna joost jordan jorg jorge jorgen
  jorn jose josef josefa josefina joseph josephine josh joshua josie josip jost jouko jouni jovan jovana joyce jozsef
  juan juana juanita judit judith judy juha juhani jukka julia julian juliana juliane julie julien juliet juliette
  julio julius juozas juraj jurate jurg jurgen jurgita juris jussi justas justin justine justyna jutta jyoti kaarina
  kadri kai kaido kaire kaisa kaitlyn kalevi kaloyan kalpana kamal kamau kamel kamil kamila kaori karan kareem karel
  karen karim karima karin karina karine karl karla karlheinz karolina karoline karolis karsten karthik kartik kartika
  kasia kaspar kaspars kasper katalin katarina katarzyna kate katell katerina katharina katherine kathleen kathrin
  kathryn kathy kati katia katie katja katrin katrina kaveh kavita kavya kay kazuhiro kazuki kazuo keiko keith kelly
  kemal ken kenan kenichi kenji kenneth kent kenta kerem kerry kersti kerstin keshav kestutis kevin khadija khaled
  khalid kim kimberly kimmo kinga kiran kirill kirsi kirsten kirsty kirti kjell klaas klara klaus knut koen kofi
  koichi koji komal konrad konstantin konstantina konstantinos koray kornelia kostas krasimir kresimir krishna krista
  kristaps kristen kristian kristin kristina kristine kristjan kristof krisztian krisztina krystyna krzysztof ksenija
  kumar kumiko kunal kurt kwabena kwame kyle kylie kyriakos laila laima lajos lakshmi lalit lambros lamia lana lars
  laszlo latifa laura laure lauren laurence laurent laurentiu lauri lea leah leandro leena leila lena lenka lennart
  leo leon leona leonard leonardo leonie leonor leopold leroy lesley leslie leticia levent lewis leyla lia liam lidia
  lidija liesbeth liina liis liisa lilian liliana lilly lily lina linas linda lindsay lindsey linus lionel lisa
  lisbeth lise liselotte liviu liz liza ljiljana ljubica lloyd lola lorant lorena lorenz lorenzo loretta lori lorraine
  lotfi lothar lotte loubna louis louisa louise luc luca lucas lucia lucian luciana luciano lucie lucien lucille
  lucinda lucy ludger ludmila ludovic ludwig luigi luis luisa luise luiz luka lukas lukasz luminita lutz lydia lydie
  lynda lynn lynne lyubomir lyudmila maarit maarja maarten maciej madalina madeleine madeline madhav madhu madhuri
  madis madison mads magali magda magdalena magdolna maggie magnus maha mahesh mahmoud maija maike maja majid makoto
  malcolm malgorzata malika malin malte mamadou manal mandy manfred manish manisha manoj manolis manon mansour mantas
  manuel manuela manuele mara marc marcel marcela marcella marcello marcelo marcia marcin marco marcos marcus marek
  maren margaret margareta margarete margarita margherita margit margot margrit marguerite margus mari maria mariam
  marian mariana marianna marianne mariano maribel marie marieke mariella marielle marija marijana marijke marika
  marilyn marina marine marinela marinko mario marion maris marisa marisol marit marius mariya marja marjo marjorie
  mark marketa markku marko markus marleen marlene marlies marlon marlou marta marten martha martial martijn martin
  martina martine martins marty marvin marwa marwan mary maryam masahiro masaki masashi matej mateja mateo mateusz
  mathew mathias mathieu mathilde matilda matt matteo matthew matthias matthieu matthijs matti mattias matus maud
  maureen mauri maurice mauricio maurizio mauro max maxim maxime maximilian maximiliano maya mayumi meelis meena meera
  megan megha megumi mehdi mehmet mehran mei meike melanie melinda melissa meltem meral mercedes meredith meriem
  merike merja merle mert merve mesut mia michael michaela michal michalis michel michela michele micheline michelle
  michiel michiko miguel mihaela mihai mihkel miho mika mikael mike mikhail mikko miklos mila milan milena milica
  milind miljana miljenko milorad milos mina mindaugas minna miodrag mira miranda mircea mireille mirela miriam mirjam
  mirjana mirko miroslav misaki mitchell mladen mohamed mohammad mohammed mohan mohsen moira molly momcilo mona monica
  monika monique morgane moritz morten moses mounir mourad moussa muhammad mukesh mukul mulyadi murali murat muriel
  mustafa mustapha muzaffer myriam nabil nadezhda nadia nadine nadja nagesh naima najat najib namrata nancy nandini
  naoki naoko naomi narayan narcis narendra naresh narges nasrin nasser natacha natalia natalie natalya natasa natasha
  nate nathalie nathan nathaniel naveen nawal nazan nazanin nebojsa necati nedeljko neelam neeraj neha neil nektarios
  nelly nelson nemanja nenad neringa nermin neslihan nesrine neus nevena ngozi niamh nicholas nick nico nicola nicolai
  nicolas nicole nicoleta nicoletta nicu nidal nidhi niels nigel nihat niina nijole nik nikhil nikita niklas niko
  nikola nikolai nikolaj nikolaos nikolaus nikolay nikos nilesh nilgun nils nina niraj nisha nitin nizar njeri nkechi
  noah noboru nobuyuki noel noelia noemi nora norbert norma norman normunds noura nuno nurcan nuri nuria nurten nurul
  obinna octavian octavio odile ognjen ognyan oguz oguzhan okan oksana olaf ole oleg oleksandr olena olga oliver
  olivia olivier olli olof olumide oluwaseun omar omer omid onur orhan orla orlando orsolya oscar oskar osman oswald
  othman otieno otto ousmane outi ovidiu owen ozan ozgur ozlem paavo pablo padma paivi pallavi pamela panagiota
  panagiotis pankaj pantelis paola paolo parag parisa parth parviz pascal pascale pasi pat patrice patricia patricio
  patrick patrik patrizia patryk paul paula paulette paulina pauline paulius paulo pavel pawel pedro peeter peggy
  pekka penelope pentti per perry petar pete peter peteris petr petra petri petros petru petya phil philip philipp
  philippa philippe phillip phoebe phyllis pia piero pierre pierrick pieter pietro piia pilar pinar piotr piret pirjo
  pirkko piroska plamen polina pooja poul povilas prabhakar pradeep prakash pramod pranav prasad prashant pratik
  praveen predrag preeti prem priit priya priyanka przemyslaw purnima qasim quentin rachel rachid rachida radek radha
  radmila radoslav radoslaw radovan radu rafael rafal raffaele raffaella raghav rahmat rahul raija raimo raimondas
  raimonds raimund rainer raivis raivo raj rajan rajat rajeev rajendra rajesh rajiv rakesh ralf ralph raluca ram raman
  ramesh ramon ramona ramunas ramzi rana rania ranjit raphael raquel rasha rashid rashmi ratko raul ravi ravindra
  raymond razvan rebecca rebekka regina regine regis reijo reiko reiner reinhard reinhold reka rekha remus rena renata
  renate renato renaud rene renee renuka reza riad ricarda ricardo riccardo rich richard rick ricky riikka riina
  riitta rima rimantas rini risto rita ritesh ritu ritva rizki rob robert roberta roberto robin rocio roderick rodica
  rodolfo rodrigo roger rohan rohini rohit roland rolf romain roman romas romina romy ron ronald ronja ronnie rory
  rosa rosalie rosalind rosario rosemarie rosemary roshan rosie ross roswitha roxana roxanne roy ruben rudi rudiger
  rudolf rudolph rui rumen rumyana rupali rupert russell ruta ruth ruud ryan ryota sabine sabri sabrina sachiko sachin
  sadiq saeed safaa said saija sakura salah salim sally salma salvador salvatore sam samantha samar sami samir samira
  samuel sana sanaa sandeep sander sandhya sandor sandra sandrine sandro sangeeta sanita sanja sanjay sanjeev sanna
  santiago santosh sara sarah sarita sascha sasha saskia satish satoshi saulius savita sean sebastian sebastiano
  sebastien seema segun selim selin selina selma sema semih seppo serap serdar serena serge sergei sergey sergio
  serkan sevil seydou seyed shadi shahid shahram shaima shalini shane shankar shannon sharad sharon shashi shaun
  shauna sheila shelley sherry shigeru shilpa shinichi shinji shirin shirley shiv shivani shoji shreya shruti shubham
  shweta sibel sibylle siddharth siegfried sigrid siham siim silas silja silke silvan silvana silvia silvio silviya
  simon simona simone sina sinan sinisa sintija siobhan sipho sirje sirpa sissel siti slamet slavica slavko slobodan
  sneha snezana sofia sofie soheil solange solveig sonal songul sonia sonja sonya sophia sophie soraya soren sorin
  sorina sotiris souad sourav spencer spyridon spyros srdjan srinivas stacey stacy stanimir stanislav stanislaw
  stavros stefan stefania stefanie stefano steffen steffi stefka stelios stella sten stephan stephane stephanie
  stephen stevan steve steven stewart stig stijn stojan stuart subhash sudhir sue sufian sugeng sujata suki sukru
  suleyman suman sumit sunil sunita supriyadi suraj surendra suresh suryadi susan susana susann susanna susanne sushil
  sushma susumu suvi suzanne sven svenja svetlana swati swen sylvain sylvia sylvie szabolcs szilvia szymon taavi tadas
  tadashi tadeusz tahar taina takahiro takashi takeshi tamara tamas tamer tanel taner tania tanja tanvi tanya tapio
  tara tarik tariq tarja tarun tatiana tatjana tatsuya taylor ted teemu teguh temitope tendai teodor terence teresa
  terhi tero terry tess tessa tetsuya thabo thanasis thandiwe thea theo theodor theodora theodore theodoros theresa
  therese thibault thierry thijs thilo thomas thorsten tiago tiberiu tibor tiffany tihomir tiina tiit till tilman tim
  timea timo timothy tina tino tobias toby todd toivo tolga tom tomas tomaso tomasz tomislav tommaso tommi tommy
  tomoko toni tony toomas torben tore torsten toshio tracey tracy traian traudl trevor triin tristan trudy tsutomu
  tsvetan tsvetelina tudor tugba tuija tuncay tunde tuomas turgut tushar tuula tyler uche uday udo ugo uldis ulf uli
  ulla ulrich ulrika ulrike umberto umesh urmas uros urs ursel ursula urve usha uta ute uwe vadim vaibhav vaida valdas
  valdis valentin valentina valentine valeria valerie valerio vandana vanessa vanya varsha varun vasant vasile
  vasiliki vasilis vasily vassilis vedran veikko veit vello venkat vera verena verona veronica veronika veronique vesa
  veselin vesna vicente vicki vicky victor victoria vidya viive vijay vikas vikram viktor viktoria vilhelm vilma
  vilmos vinay vince vincent vincenzo vineet vinod viola violetta viorel viorica vipin vipul virgil virginia virginie
  vishal vitali vittoria vittorio vivek vivian viviane vivien vivienne vlad vladan vladimir vlasta vlatko vojislav
  volkan volker volkmar vytautas wade wael wafa wahyu waleed walid walter waltraud wanda wanjiru warren wassim wawan
  wayne wei wendy wenzel werner wibke widya wieland wilfried wilhelm will willem william willy winfried wladimir
  wojciech wolf wolfgang wolfram xavier xenia ximena yacine yahya yan yann yannick yannis yanto yasemin yash yasin
  yasmin yasmine yasser yassine yasuhiro yasuko yavuz yeliz yogesh yohann yoko yolanda yordan yordanka yosef yoshiko
  younes youssef yudi yuichi yuki yukiko yuko yumi yuni yuri yusuf yuta yutaka yves yvette yvonne zachary zahra zaid
  zainab zakaria zane zbigniew zdenek zdenka zdravko zehra zeinab zeljka zeljko zeynep zhivko ziad zineb zlatko zoe
  zofia zoltan zoran zorica zornitsa zouhair zsofia zsolt zsuzsanna zuzana zvonimir zydrunas άννα αλέξανδρος αναστασία
  ανδρέας αντώνης βασίλης γεώργιος γιάννης γιώργος δημήτρης δημήτριος ελένη ευάγγελος ιωάννα ιωάννης κατερίνα
  κωνσταντίνος κώστας μαρία μιχάλης νίκος νικόλαος πέτρος παναγιώτης σοφία σπύρος σταύρος χρήστος александр алексей
  алина алла анастасия анатолий андрей андрій анна антон артем артём борис вадим валентин валентина валерий валерия
  варвара василий вера виктор виктория виталий владимир владислав вячеслав галина геннадий георги георгий григорий
  дарья денис димитър дмитрий дмитро драган евгений евгения екатерина елена елизавета иван иванка игорь илья инна
  ирина йордан кирилл константин красимир кристина ксения лариса леонид лидия любовь людмила максим маргарита марина
  мария микола милан милена михаил михайло надежда наталия наталья наталія никита николай нина оксана олег олександр
  олексій олена ольга павел петр петър полина пётр роман светлана сергей сергій софия станислав степан стефан тамара
  татьяна тетяна тимур федор юлия юлія юрий яна ярослав євген ігор ірина јелена أحمد إبراهيم جميل حسن حسين خالد رامي
  رنا زينب سارة سامي سعيد سليم طارق عائشة عبد عبدالرحمن عبدالله عثمان علي عمر فاطمة فهد فيصل كريم ليلى ماجد محمد محمود
  مريم مصطفى منى نادية ناصر نورا هدى هشام ياسر يوسف`);
