import type { ChatReply } from "#shared/contract/chat.ts";
import { fromData, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { duplicatePair } from "#server/assistant/answers/duplicates.ts";
import { forms, scrapes, skipped } from "#server/assistant/answers/arrivals.ts";
import { integrations } from "#server/assistant/answers/integrations.ts";
import { failing } from "#server/assistant/answers/failing.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { reports } from "#server/assistant/answers/reports.ts";
import { keywordState, rules, ruleMeant } from "#server/assistant/answers/rules.ts";
import { leadScore } from "#server/assistant/answers/lead-score.ts";
import { settings } from "#server/assistant/answers/settings.ts";
import { lastSync, nextSync } from "#server/assistant/answers/syncs.ts";
import * as Mail from "#server/assistant/answers/mail-states.ts";
import * as Sources from "#server/assistant/answers/source-states.ts";
import { accounts, mayDo } from "#server/assistant/answers/team.ts";
import * as Team from "#server/assistant/answers/team-states.ts";
import { link, TOPIC_TEXTS, type TextId } from "#server/assistant/help/topic-texts.ts";
import { momentWords } from "#server/assistant/words/moment.ts";
import { keywordSaid } from "#server/assistant/understanding/keyword-said.ts";
import { plainWord, wordsOf } from "#server/assistant/understanding/words.ts";
import { acting } from "#server/platform/acting.ts";

/** A state that has a text in English only. */
const inEnglish =
  (answer: Answering): Answering =>
  async (asking) =>
    asking.language === "en" ? answer(asking) : null;

/**
 * What people ask about the product and its state: topics, and the words of a question about each, in groups of which
 * each must match. "a|b c" is a or b, and c; "!d" not d, "e*" any ending, "f_g" a phrase. {l} is a lead, {p} a
 * colleague, {o} whose leads, {c} how to change something, {r} a rule, {k} a word that it may find, {@} an email address, {-} a word for trouble.
 * The first row that fits decides.
 */
const ASKED = `
erase: gdpr|dsgvo|rgpd|for_good|permanently|definitively|definitivement|endgultig|definitivamente|personal_data|right_to_be_forgotten delete*|remove*|eras*|data|daten|donnees|datos|everything|supprim*|losch*|borr*|elimin*|forget*|vergessen|oublier|olvid* !lead_processing !safe !secure !sicher* !secur* !segur* !conform*
no-app: app|apps|on_my_phone|on_a_phone|on_phones|on_my_mobile|iphone|ipad|android|ios|mobile|smartphone|handy|movil|tablet is|have|there|on|phone|for|gibt|une|existe|hay|version|work|works|use !{l} !lead !leads !code !number !authenticator !second_factor !two_factor !missing !without !password !custom
no-search: find|get|bring|buy|generate|search|look|scrape|such*|finde|trouve*|busca*|encuentra* customers|prospects|clients|people|contacts|leads|companies|kunden|neukunden|clientes new|linkedin|internet|google_maps|web|online|xing|facebook|neue|nouveaux|nuevos me|us|mir|uns|nous|for|internet|linkedin|online|{n} !came !come !arrived !today !yesterday !week !how_many !form !website !show !list !enrich* !source !sources !scraping !found
no-search: scrape*|crawl*|read|reads linkedin|xing|facebook|instagram !{l} !form
no-writing: write|draft|compose|tell|make|schreib*|verfass*|redig*|ecris|escrib* pitch|proposal|post|letter|poem|song|joke|story|tweet|article|gedicht|poeme|poema|script|speech|quote|angebot|brief|lettre|offre|carta|oferta|propuesta !note !comment !rule !how !{l}
no-contact: whatsapp|sms|voicemail|linkedin_message|call_them|call_him|call_her|phone_them|ring_them|call_this_lead|call_this_one|call_this_person|call_this_customer|call_this_contact|call_this_number|call_the_lead|call_the_one|call_the_person|call_the_customer|call_the_contact|call_the_number|call_the_first|call_the_top|call_the_best send|write|call|ring|phone|you|can !note !comment !remind !enrich* !tomorrow !anyone !anybody
no-forecast: will|forecast|predict*|expect|prognose|prevision|pronostico revenue|sales|turnover|profit|umsatz|gewinn|chiffre_d'affaires|ingresos|ventas|next_quarter|next_year !what_if !field
no-language: translate|ubersetz*|traduis|traduire|traduc*|german|spanish|french|english|language|sprache|langue|idioma page|screen|screens|interface|app|winnow|menu|oberflache|seite|pagina|change|switch|speak !lead !leads !{l} !rule
no-opinion: better|best|worse|cheaper|alternative|instead_of|besser|mieux|mejor salesforce|hubspot|pipedrive|zoho|excel|notion|airtable|other_crm winnow|you|this|tool !leads !lead !rate
no-prices: cost|costs|price|pricing|license|licence|subscription|kostet|preis|lizenz|prix|coute|precio|cuesta|licencia winnow|this|it|software|tool|you|program|app|a_month|per_user !{r} !lead !leads !rule !mention* !keyword !ask*
smtp-trouble: smtp|mail_server|mailserver|outgoing_mail|outgoing_email|serveur_mail|servidor_de_correo {-}|refused|authentication|timeout|timed_out|535|denied|rejected|certificate|tls|auth !how
webhook-trouble: webhook|webhooks|slack|discord|teams_channel|microsoft_teams {-}|401|403|404|500|refused|unauthorized|forbidden|quiet|silent !form !forms !typeform !set_up
encoding: umlaut*|accent*|weird|strange|garbled|encoding|question_marks|broken_characters|special_characters|zeichen|sonderzeichen|caracteres|symbols import*|csv|file|export*|excel|datei|fichier|archivo|upload*
numbers: numbers|figures|dashboard|counts|count|total|totals|zahlen|chiffres|numeros|cifras match|agree|differ|different|differs|wrong|off|less|more|fewer|inconsistent|stimmen|unterschiedlich|coinciden|correspondent list|dashboard|report|liste|lista|says|shows !month !week !why_did !than_last
good-score: good|decent|great|high|bad|gut|bon|bonne|buen|buena score|scores|punktzahl|punkte|puntuacion what|which|is|was|quel|cual|considered !{l} !how_many !show !list !leads !why !qualified !average !email !of
score-changed: score|scores|points|punktzahl|puntuacion change|changed|changes|different|jumped|moved|geandert|verandert|change|cambio|cambiado !{l} !how !if !rule !rules !{r} !can !happens !would !weight !col* !he !she !his !her
sheet-id: spreadsheet_id|sheet_id|id_of_the_sheet|sheet's_id|tabellen_id|id_der_tabelle|id_de_la_feuille|id_de_la_hoja|spreadsheet_url|sheet_url where|find|what|wo|was|ou|donde|get !put !paste !go !supposed !enter
whole-inbox: whole|entire|private|personal|every|alle|ganze*|tout*|toda* inbox|mailbox|mails|emails|messages|postfach|boite|buzon|correo read|reads|see|sees|scan|scans|liest|lit|lee|access !rule !if !unread !today
my-role: am_i|bin_ich|suis_je|soy admin*|owner|inhaber*|propietari*|proprietaire|member|mitglied|viewer !{l} !lead !leads
my-role: who_can|who_may|who_is_allowed|who_has_permission|why_can_not|can_i_not|can_not|not_allowed|not_let_me|does_not_let|permission*|wer_darf|wer_kann|qui_peut|quien_puede|quienes_pueden delete|change|changes|edit|add|create|see|find|open|remove|export|andern|loschen|modifier|supprimer|cambiar|borrar|bearbeiten rule|rules|leads|settings|page|team|button|screen|menu|tab|sources|regeln|regles|reglas|regel|regle|regla|seite|pagina !lead_list !{l} !my_own !him !her !customer !client !someone !without
limits: limit|limits|maximum|hochstzahl|limite leads|contacts|prospects is_there|are_there|gibt_es|y_a|hay !rule !sync !export !per !points !score
limits: how_many|maximum|max|limit|limits|unlimited|wie_viele|combien|cuantos|cuantas users|rules|accounts|colleagues|members|people|fields|tags|sources|benutzer|regeln|utilisateurs|regles|usuarios|reglas can|may|allowed|possible|limit|limits|maximum|max|have_at_most|kann|peut|puedo|puede !active !match* !qualif* !per !leads_have !did !own
rule-meaning: what_is_a|what_is_an|whats_a|what_does_a|what_are|was_ist_eine|was_sind|c'est_quoi|qu'est_ce|que_es|que_son rule|rules|regel|regeln|regle|regles|regla|reglas !automation !{r} !active !happens !my !our
auto-sync: sheet|sheets|spreadsheet|data_source|tabelle|feuille|hoja how_often|wie_oft|frequently|combien_de_fois|con_que_frecuencia|cada_cuanto !report !{l} !write*
auto-sync: auto_sync|autosync|automatic_sync paused|off|stopped|why|pausiert|warum|pause|pourquoi|pausado|por_que !turn !how_often !limit
sync-empty: sync*|synchro*|sheet|sheets|tabelle|feuille|hoja 0|no|not|zero|nothing|keine|aucun*|ningun* new|rows|row|leads|zeilen|lignes|filas|nouvelles|nuevas brought|bring*|came|come|imported|import|added|found|picked|pick|read|shows|appear* !how !next !when !last_month !how_many !auto
sync-stuck: sync*|synchro*|import stuck|hang*|hangt|frozen|freezes|forever|slow|bloque*|colgad*|endless|fest !how !backup !why_did !every !hour
logged-out: logged_out|signed_out|kicked_out|session_expired|session_ended|keeps_asking_me|abgemeldet|ausgeloggt|deconnecte|desconectado suddenly|got|was|keep|keeps|again|always|why|i|warum|pourquoi|por_que !everyone !colleague
sessions: stolen|lost|log_out|sign_out|kick|gestohlen|verloren|vole|perdu|robado|perdido|robaron|abmelden|deconnecter|cerrar_sesion phone|handy|laptop|code|authenticator|everywhere|browser*|device*|gerat*|uberall|partout|telefono|telephone|account|sessions|sesiones !{l} !lead !leads !number !without !deal !deals
change-smtp: {c} smtp|mail_server|mailserver|outgoing*|postausgang*|sender_address|absenderadresse|from_address|serveur_d'envoi|servidor_de_salida !{l} !report*
change-mailbox: {c} mailbox*|inbox|gmail|imap|postfach*|mailkonto|boite|messagerie|buzon|buzones !{l} !lead !leads !rule* !keyword* !interval* !often !minut* !review
change-website: {c} website*|web_site|webseite*|scrape*|scraped|sitio|site !{l} !lead !leads !form* !widget !webhook* !rule*
change-source: {c} source|sources|sheet|sheets|spreadsheet|tabelle|tabellen|datenquelle*|quelle|feuille|hoja|fuente|fuentes|service_account !{l} !lead !leads !rule* !interval !often !column* !score* !delete
change-webhook: {c} webhook*|slack|discord|microsoft_teams|integration* !form*
change-form: {c} form|forms|formular*|formulaire*|formulario* !{l} !lead !leads !webhook* !secret
tags: {c} tag|tags|schlagwort*|etiquette*|etiqueta*|label rename*|color|colour|umbenenn*|farbe|renomm*|couleur|renombr*|nombre|existing|bestehend*|existant*|existente* !{l}
writing-rules: {c} rule|rules|keyword|keywords|weight|regel|regeln|stichwort*|gewicht*|regle|regles|mot_cle|mots_cles|poids|regla|reglas|palabra_clave|palabras_clave|peso !{l} !lead !leads !threshold !assign* !automation !exclusion !role !delete* !fade*
password: password|passwort|kennwort|contrasena|mot_de_passe work|works|forgot*|vergessen|oublie*|olvid*|reset|wrong|funktioniert|marche|funciona !{p} !app !mailbox !smtp !mail !gmail !outlook !imap !postfach !buzon !messagerie
retention: how_long|older_than|retention|wie_lange|combien_de_temps|cuanto_tiempo|automatically|alter_als|plus_de keep|kept|keeps|delete|deleted|remove|removed|erased|stored|gespeichert|aufbewahrt|geloscht|conserve*|garde*|supprim*|guard*|borra*|elimina* leads|lead|data|daten|prospects|datos !backup* !undo !history !log !token*
statuses: qualified|qualifiziert|qualifie|qualifies|calificado|calificados|pending|approved|rejected mean|means|meaning|heisst|bedeutet|significa|signifie|veut_dire|definition|exactly|eigentlich_qualifiziert !how_many !if !{l} !leads !points
mail-no-lead: why|warum|wieso|pourquoi|por_que email|emails|mail|mails|message|nachricht|correo|mensaje|e-mail lead|leads|prospect|review not|no|never|kein|keine|nicht|pas|n'est !bad !risky !address !adresse !all !without
views: view|views|ansicht*|vue|vues|vista|vistas|filter|filters|filtro|filtros|filtre|filtres share|shared|teilen|partage*|compart*|save|saved|speicher*|enregistr*|guard* !{l} !export
sheet-state: sheet|tabelle|feuille|hoja|spreadsheet up_to_date|a_jour|aktuell|al_dia|actualizada|current !how
roles: allowed|rights|permissions|rechte|droits|permisos|darf {p} !{l} !leads !lead !who
to-do: working_on|plate|up_to|up_next|doing_now|busy_with|arbeitet|travaille|trabaja {p} !{l} !did !who !rule !last_week !yesterday !allowed !permission* !rights
to-do: first_thing|bei_mir|auf_dem_plan|to_do|todo|todos|to_dos|tasks|agenda|on_my_list|on_my_plate|my_day|list_today|zu_tun|aufgaben|steht_an|ansteht|anliegt|a_faire|taches|por_hacer|tareas|que_hacer|hacer_hoy|urgent|pressing|dringend|urgente* what|whats|which|show|any|was|welche|que|quoi|quelles|cuales|my|hay|anything|something|algo|etwas !{l} !how !lead_score !plate !next_week !tomorrow !monday !tuesday !wednesday !thursday !friday !saturday !sunday !next !overdue !{r} !rule !rules !allowed !permission* !rights
second-factor: two_factor|2fa|mfa|second_factor|zwei_faktor*|zweifaktor*|double_authentification|a2f|dos_pasos|dos_factores who|anybody|anyone|everybody|everyone|team|nobody|wer|jemand|niemand|quelqu'un|qui|quien*|alguien|nadie|tous|alle
sign-in-trouble: can_not|cannot|cant|not|wrong|locked|kann|falsch*|nicht|peut|arrive|puede|no log|log_in|login|sign_in|signing_in|logging_in|anmelden|einloggen|password|passwort|kennwort|connecter|entrar|contrasena|mot_de_passe {p}
sign-ins: who|has|ever|hat|jemals|anyone|anybody|wer|qui|quien*|alguien|when|did|wann|quand|cuando signed_in|sign_in|logged_in|logged_on|log_in|login|eingeloggt|angemeldet|connecte|connectes|connectee|inicio_sesion|sesion|entro !lead !leads !can !with
deactivate: colleague|coworker|kollege|kollegin|collegue|companero|companera left|leaves|leaving|quit|quits|gone|verlasst|gekundigt|weg|parti|partie|deja|fue leads|prospects
deactivate: login|account|konto|zugang|compte|cuenta|acceso {p}|colleague|someone|leaves|leaving what|how|should|do|history|keep|was|wie|comment|que|como !password !wrong !sign !log
may: can|may|could|allowed|permitted|able|puede|pueden|kann|konnen|darf|durfen|peut|peuvent who|anyone|everyone|everybody|allowed|permitted|wer|qui|quien*|jeder|{p} change|edit|delete|remove|approve|reject|export|import|invite|create|connect|send|andern|bearbeiten|loschen|freigeben|ablehnen|einladen|exportieren|modifier|supprimer|approuver|rejeter|inviter|exporter|cambiar|modificar|borrar|eliminar|aprobar|rechazar|invitar|exportar !how !what !see !it !this !them !him !her !{l} !why !not !to_csv !csv !excel
team: team|users|user|colleagues|accounts|account|seats|winnow|equipe|equipo|kollegen|benutzer|nutzer|konten|utilisateurs|comptes|usuarios|cuentas who|whos|how_many|list|members|everyone|roles|wer|qui|quien*|wie_viele|combien|cuantos|cuantas !leads !lead !prospects !most !least !fewest !approv* !reject* !decid* !qualif* !own* !owns !see !sees !may !did !doing !add !how_do !work* !{l} !busy !busiest !overdue !signed !logged !sign !invited !added !best !meist* !plus !mas !from !of_leads !score !email !report !zwei* !factor !two_factor !2fa
roles: can|may|does|do|could|puede|pueden|kann|konnen|darf|durfen|peut|peuvent see|sees|view|access|sieht|sehen|voir|voit|voient|ver|ve|ven {o} !{l} !where !how !which
roles: can|puede|kann|darf|peut|see|sees|sieht|sehen|voir|voit|ver|ve|handle|handles|access|difference|unterschied|may|allowed|limit*|restrict*|beschrank*|leserecht*|read_only|lecture_seule|solo_lectura owner|member|viewer|admin|trainee|own|eigene*|propres|propios|mis|mes|my|meine|all|alle|leserecht*|read_only|lecture_seule|solo_lectura {p}|member|members|membre*|miembro*|mitglied*|viewer|admin|trainee|colleague|role|roles|leserecht*|read_only|lecture_seule|solo_lectura !invit* !customer !lead_score !owner_of !report
assignment: assign*|assignment|zuweis*|zugewiesen|attribu*|asign*|sends|gives|gets|bekommt|recoit|recibe automatic*|automatisch*|auto|automatiquement|rule|rules|stop|stopping !from_now_on !report !points !email*
waiting-emails: which|what|show|list|welche|quel|quels|quelles|que|cuales|how_many email|emails|mail|mails|message|messages|correos|mensajes decision|decide|review|wait|waiting|pending|attendent|attente|warten|esperan|unclear|entscheid* !lead !report
mailbox-interval: mailbox|inbox|gmail|postfach|messagerie|boite|buzon how_often|every|minutes|interval|frequently|wie_oft|minuten|combien_de_fois|frequence|frecuencia|minutos !{l} !leads !report
mailbox-state: mail|mails|email|emails|message|messages came|come|coming|arrive*|received|reinkommen|angekommen|recu|llegado no|not|nothing|none|keine|aucun* !lead !leads !report !reports !{l} !from !form
mailbox-state: mailbox|postfach|inbox|messagerie|boite|buzon broken|not|wrong|ok|okay|fine|problem|problems|issue|issues|probleme*|problema*|working|connected|verbunden|synchronis*|plus|funktioniert|kaputt|marche|connecte*|conectad*|funciona|stuck|nothing|no !review !how !set_up
block-sender: block|blocked|blocking|ignore|filter|exclude|exclusion|blockieren|sperren|bloquer|bloquear|sperr*|blockier*|bloque*|becoming|become_leads email|emails|mail|mails|sender|senders|subject|betreff|absender|newsletter*|expediteur|remitente !lead_list
notifications: notif*|notification*|benachrichtig*|alert*|avis|avisos|correos|digest|email*|mail|mails go|went|sent|out|raus|parti|salio|notif*|benachrichtig*|get|gets|getting|receive|received|stop|nobody|bekomme*|recibir|recois|recevoir|dejar|turn_off !report !reports !lead_score !recipient* !slack !webhook* !discord assigned|zugewiesen|attribue*|asignan|notif*|notification*|benachrichtig*|fail*|falla*|digest|erreur*|alert*|avisos|morning|daily|taglich*|quotidien|diario|anymore
backup-state: backup|backups|backed|sicherung*|datensicherung*|sauvegarde*|copia_de_seguridad|copias_de_seguridad|respaldo*|copias !turn !switch !database_key
api-tokens: api_key|api_keys|api_token*|api_schlussel|cle_api|clave_api|api|token|power_bi|zapier|jeton how|where|need|get|create|key|token|wie|wo|brauche|comment|ou|como|donde|schlussel|cle|clave !source !json !webhook* !suspend*
zero-scores: everything|why|all_scores|all_leads_have|warum|alles|pourquoi|tout|todo|todos_tienen|por_que|how_come|wieso|test_lead score|scores|points|punkte|punktzahl|puntuacion|puntos|got|gets|has|have 0|zero|null|cero !{l} !rejected !pending !list !show
rule-deleted: what_happens|what_if|if|happens_if|was_passiert|wenn|que_se_passe|que_pasa|si|effect delete*|remove|removing|losch*|supprim*|elimin*|borr* a_rule|rules|rule|eine_regel|regeln|une_regle|regles|una_regla|reglas !{r} !{q} !{n} !weakest !strongest !highest !lowest !biggest !smallest
crm-trouble: crm|hubspot|pipedrive|salesforce {-} !how !can !puedo !peut !kann
form-trouble: form|forms|typeform|formular*|formulaire*|formulario* {-} arriv*|come*|came|nothing|show*|submi*|since|work*|ankomm*|an|nichts|funktion*|arrive*|rien|marche*|lleg*|nada|funciona*|entra* !how !report !bericht !rapport !informe
scrape-trouble: scrap*|website*|web_site|webseite*|site|sitio {-} lead|leads|contact*|nothing|find*|found|prospects|kontakte|nichts|rien|nada|encuentra|trouve* !how_do !{l} !good !rejected !approved !from
mailbox-trouble: gmail|imap|mailbox|postfach|messagerie|boite|buzon test|testing|login|log_in|sign_in|password|connect|connection|verbind*|connexion|conexion|conecta*|anmeld* {-} !how !where
lead-missing: lead|leads|customer|client|cliente|kunde|prospect|him|someone|inquiry|anfrage missing|can_not_find|cant_find|not_find|not_there|not_show|disappeared|fehlt|verschwunden|nicht_finden|finde_ihn_nicht|manque|introuvable|trouve_pas|falta|desaparecido|no_encuentro|no_aparece !{l} !email_address !phone !company !which !how !without !list !show_me !information !details !crm !hubspot
webhooks: webhook|webhooks|slack|discord|microsoft_teams|to_teams|in_teams !connected !working !work !works !arrive* !fail* !form !url !secret !doing !status !last !anything !send*
test-mail: test|testing|teste|tester|testen|prufen|prueba|probar it|mail|email|smtp|connection|server|ob !demo !rule !sheet !source !webhook !crm !website
score-by-hand: score|scores|points|punktzahl|punkte|bewertung|puntuacion|puntos by_hand|manually|myself|hand|manuell|a_la_main|main|a_mano|mano|override|overwrite|ourselves !added
fading: went_from|go_from|fell|gefallen|tombe|bajado|fade*|fading|wear*|decay*|half_life|verblass*|verfall*|lose|loses|losing|dropped|become|became|perd|perdent|perdu|pierde|pierden|verlieren|verliert|baisse|sinken|weniger point*|score*|punkt*|puntos|puntuacion !qualif* !threshold !how_many !if
keyword: keyword*|word|words|rule|rules|match*|count|counts|trigger*|stichwort*|wort|regel|regeln|zahlt|mot|mots|mot_cle|mots_cles|regle|regles|compte|palabra|palabras|regla|reglas|cuenta {k} !if !create !add !new !delete !remove !rename !change !points_for !why !{l} !{r} !leads !lead !should
threshold-state: how_many_points|wie_viele_punkte|combien_de_points|cuantos_puntos qualif*|calific* need|needs|needed|from|reach|braucht|ab|faut|partir|necesita*|desde !{l} !rule !more !fehlen !manque*
rule: how_many_points|points_for|points_does|points_do|wie_viele_punkte|combien_de_points|cuantos_puntos|how_much_is|off|coupee|desactivada|desactivee|inactive|ausgeschaltet|abgeschaltet|apagada|switched_off|turned_off|disabled|active !{l} !if !qualif* !would !sync* !source* rule|rules|regel|regle|regla|points|punkte|puntos|{r}
concurrent: two_people|both|two_of_us|same_time|simultan*|gleichzeitig|zugleich|mismo_tiempo|meme_temps|a_la_vez decide*|decision*|edit*|approve*|same_lead|wins|entscheid*|bearbeit*|decid*|valid*|aprueb*|modif*
empty-list: nothing|nichts|rien|nada|empty|leer|vide|vacia|vacio|disappeared|verschwunden|disparu|desaparecido|only_see list|page|liste|lista|leads_page
threshold-state: bar|threshold|cut_off|hurdle|latte|schwelle*|schwellenwert|seuil|umbral what|which|how_high|wie_hoch|was|wo|quel|quelle|cual|where|what_is !if !would !happen* !rate !how_many !{l} !share !{n} !change
source-failures: source|sources|feed|quelle|quellen|datenquelle*|fuente|fuentes fail*|failed|error*|broken|fehler|fehlgeschlagen|ausgefallen|break|broke|down|erreur*|echou*|fall* !notif* !correos !emails !stop !recibir !benachrichtig* !by
scrape-target: scrap*|site|website|sites|directory|verzeichnis|seite|sitio|its how_often|last|still|bring*|rid|encore|ramene|stop*|noch|wie_oft|sigue|trae|its|approved|much|many !which_sites !websites !form !forms !{l}
follow-up-of-lead: answer*|replied|reply|respond*|geantwortet|antwort|repondu|reponse|respondio|contesto|nachfass*|relance*|follow_up {l} !will !why !not_ask !duplicate* !what_would
report-state: email|send|mail|schick*|maile|envoie*|envoyer|envia*|manda* me|us|mir|uns|moi|nous|nos list|summary|leads|update|overview|liste|resume|lista|resumen|uberblick every|each|weekly|daily|monthly|jeden|jede|chaque|tous_les|cada|todos_los !{l} !rule !owner
report-state: report|reports|bericht*|rapport*|informe* arrive*|going|go|still|working|works|out|arrived|sent|went|get|erhalten|angekommen|gesendet|recu|parti|envoye|llego|mando|envio !how !set_up !{l} !will !next !add !stop !can
undo: undo|restore|recover|get_it_back|bring_back|wiederherstellen|zuruckholen|restaurer|recuperer|recuperar is_there|deleted|geloscht*|supprime*|borrad*|eliminad*|accident !backup* !how
duplicate-pair: two|zwei|deux|dos|twice|double|duplicate|duplicates|doppelt|doublon|doublons|dos_veces|duplicado|zweimal {l} why|warum|pourquoi|which|how|rid|merge|what|right|current|welch*|wie|comment|lequel|como|cual !how_many
add-lead: add|create|enter|anlegen|hinzufugen|lege|ajoute*|anade|agrega* {@} !note !comment !rule !report !reports !user !team !recipient* !colleague !invite !tag
json-key: json|key_file|schlusseldatei invalid|format|malformed|not_valid|ungultig*|invalide|invalido|error !api !source_type !export
sources: pause|paused|turn_off|switch_off|disable|deactivate data_source|source can|may|possible !rule !email*
export: print*|ausdrucken|drucken|imprim* !preview
meaning: what_is_a_lead|what_is_a_prospect|what_a_lead_is|was_ist_ein_lead|c'est_quoi_un_lead|c'est_quoi_un_prospect|qu'est_ce_qu'un_prospect|qu'est_ce_qu'un_lead|que_es_un_lead|que_es_un_prospecto
no-calendar: calendar*|kalender*|calendrier|calendario !date !month !kalenderwoche* !calendar_week*
appearance: dark|light|dunkel*|hell|sombre|clair|oscuro|claro mode|theme|modus|design|thema|tema|appearance
`;

const READ_CHANGES = 200;
const SHOWN_CHANGES = 3;

async function countsByStatus({
  leads,
}: Asking["store"]): Promise<{ total: number; qualified: number; approved: number }> {
  const [all, qualified, approved] = await Promise.all([
    leads.count({}),
    leads.count({ status: "qualified" }),
    leads.count({ status: "approved" }),
  ]);
  return { total: all.count, qualified: qualified.count, approved: approved.count };
}

const thresholdState: Answering = (asking) =>
  settings({ ...asking, meaning: { ...asking.meaning, wording: wordsOf("threshold") } });

/** The state of things that a topic's answer begins with; null if it has none to say. */
const STATES = {
  erase: async ({ store, meaning: { wording, who = "" }, say }) => {
    const name =
      wording.words
        .filter((word) => word.isOfLead === true)
        .map(({ said }) => said)
        .join(" ") || who;
    const found = name === "" ? null : await findLead(store, name);
    const lead = found?.kind === "one" ? found.lead : null;
    const whom =
      lead === null
        ? say(
            "the person's email address",
            "die Mailadresse der Person",
            "l'adresse mail de la personne",
            "el correo de la persona",
          )
        : `${lead.name}, ${lead.email}`;
    return fromData(
      say(
        `Owners erase a person under Team, Personal data: enter ${whom}, and choose Erase person. It removes the person from leads, messages, imports and history for good, and the next sync doesn't bring them back. The same button is in the lead's menu, Personal data. Deleting the lead alone can be undone and isn't an erasure.`,
        `Owner löschen eine Person endgültig unter Team, Personal data: ${whom} eingeben und Erase person wählen. Sie verschwindet aus Leads, Mails, Importen und Verlauf, und die nächste Synchronisierung bringt sie nicht zurück. Den Knopf gibt es auch im Menü des Leads, Personal data.`,
        `Un owner efface une personne dans Team, Personal data : saisissez ${whom} et choisissez Erase person. Elle disparaît définitivement des prospects, messages, imports et de l'historique, et la prochaine synchronisation ne la ramène pas. Le même bouton est dans le menu du prospect, Personal data.`,
        `Un owner borra a una persona en Team, Personal data: escriba ${whom} y elija Erase person. Desaparece para siempre de leads, mensajes, importaciones e historial, y la próxima sincronización no la devuelve. El mismo botón está en el menú del lead, Personal data.`,
      ),
      [
        { label: "Personal data", href: "/team?tab=personal-data" },
        ...(lead === null ? [] : [{ label: lead.name, href: `/leads/${lead.id}` }]),
      ],
    );
  },
  retention: Sources.retention,
  statuses: Sources.statuses,
  "mail-no-lead": Mail.emailsLike,
  "sheet-state": lastSync,
  "to-do": Team.toDo,
  "second-factor": Team.secondFactors,
  "sign-in-trouble": Team.signInTrouble,
  "sign-ins": Team.signIns,
  roles: Team.leadAccess,
  may: mayDo,
  team: accounts,
  assignment: Team.assignmentRules,
  "waiting-emails": Mail.waitingEmails,
  "mailbox-state": Mail.mailboxState,
  "mailbox-interval": Mail.mailboxState,
  "auto-sync": nextSync,
  keyword: keywordState,
  "block-sender": Mail.blockSender,
  notifications: Mail.notificationState,
  "backup-state": Sources.backupState,
  "crm-trouble": inEnglish(integrations),
  "form-trouble": inEnglish(forms),
  "scrape-trouble": inEnglish(scrapes),
  "mailbox-trouble": Mail.mailboxState,
  "smtp-trouble": Mail.mailServer,
  "webhook-trouble": inEnglish(integrations),
  numbers: async ({ store, say }) => {
    const { total, qualified, approved } = await countsByStatus(store);
    return fromData(
      say(
        `The Dashboard counts ${qualified + approved} of ${total} leads as qualified: ${qualified} that still need a decision and ${approved} approved ones.`,
        `Das Dashboard zählt ${qualified + approved} von ${total} Leads als qualifiziert: ${qualified} offene und ${approved} genehmigte.`,
        `Le Dashboard compte ${qualified + approved} prospects qualifiés sur ${total} : ${qualified} à décider et ${approved} approuvés.`,
        `El Dashboard cuenta ${qualified + approved} de ${total} leads como calificados: ${qualified} por decidir y ${approved} aprobados.`,
      ),
      link("All leads", "/leads"),
    );
  },
  "good-score": thresholdState,
  "score-changed": async ({ store, now, language, say }) => {
    const changes = (await store.journal.list(READ_CHANGES)).filter(({ title }) =>
      /\brules?\b|threshold/iu.test(title),
    );
    const lines = changes
      .slice(0, SHOWN_CHANGES)
      .map(({ title, by, at }) => `• ${title}, ${by}, ${momentWords(at, now, language)}`);
    return fromData(
      lines.length === 0
        ? say(
            "No rule or threshold was changed lately.",
            "Zuletzt wurde weder eine Regel noch der Schwellenwert geändert.",
            "Ni les règles ni le seuil n'ont changé récemment.",
            "No se ha cambiado ninguna regla ni el umbral últimamente.",
          )
        : [
            say(
              "Latest changes of rules:",
              "Letzte Änderungen an Regeln:",
              "Derniers changements de règles :",
              "Últimos cambios de reglas:",
            ),
            ...lines,
          ],
    );
  },
  "whole-inbox": Mail.mailboxState,
  "my-role": async ({ store, say }) => {
    const { userId } = acting();
    const role = (await store.accounts.list()).find(({ id }) => id === userId)?.role;
    return role === undefined
      ? null
      : fromData(
          say(`Your role is ${role}.`, `Ihre Rolle ist ${role}.`, `Votre rôle est ${role}.`, `Su rol es ${role}.`),
          link("Team", "/team"),
        );
  },
  "sync-stuck": lastSync,
  "sync-empty": skipped,
  "test-mail": Mail.mailServer,
  "score-by-hand": async (asking) =>
    asking.meaning.wording.words.some((word) => word.isOfLead === true)
      ? leadScore({ ...asking, meaning: { ...asking.meaning, who: nameIn(asking) } })
      : null,
  rule: async (asking) =>
    ruleMeant(await asking.store.rules.list(), said(asking)) === undefined ? null : rules(asking),
  "threshold-state": thresholdState,
  "source-failures": async (asking) =>
    failing({ ...asking, meaning: { ...asking.meaning, leads: { ...asking.meaning.leads, span: null } } }),
  "scrape-target": Sources.scrapeTarget,
  "follow-up-of-lead": Sources.followUpOfLead,
  "report-state": reports,
  "duplicate-pair": duplicatePair,
} as const satisfies Readonly<Record<string, Answering>>;
export type TopicId = keyof typeof STATES | TextId;

const ROWS = ASKED.trim()
  .split("\n")
  .map((row) => {
    const [id = "", asks = ""] = row.split(": ");
    const groups = asks.split(" ").map((group) => ({
      isNone: group.startsWith("!"),
      words: group
        .replace("!", "")
        .split("|")
        .map((word) => word.replaceAll("_", " ")),
    }));
    return { id: id as TopicId, groups };
  });

const said = ({ meaning: { wording } }: Asking): string =>
  `${wording.text} . ${wordsOf(wording.question).text} . ${plainWord(wording.question).replaceAll(/[^\p{L}\p{N}']+/gu, " ")}`;
const nameIn = ({ meaning: { wording } }: Asking): string =>
  wording.words
    .filter((word) => word.isOfLead === true)
    .map((word) => word.said)
    .join(" ");

/** "Tom's leads", "die Leads von Tom", "each other's leads" */
const OF_SOMEONE =
  /\b\p{Lu}\p{Ll}+['’]?s (?:leads|prospects)\b|\b(?:[Ll]eads|prospects)(?: (?:of|von|de|from)| d')[ ]?\p{Lu}\p{Ll}|\b(?:other|others|else|colleague|colleagues|everyone|everybody)['’]?s?['’]? leads\b/u;
/** Something is missing or fails, in any language. */
const TROUBLE =
  / (?:not|no|ne|never|nothing|none|dont|doesnt|didnt|isnt|fail\w*|error\w*|missing|empty|0|zero|wrong|problem\w*|broken|stopped|nicht|nichts|kein\w*|fehl\w*|pas|rien|aucun\w*|nada|ningun\w*|echou\w*|fall\w*) /u;

const CHANGE =
  / (?:chang|edit|updat|modif|renam|rotat|replac|ander|bearbeit|umbenenn|aktualisier|ersetz|renomm|remplac|cambi|renombr|actualiz|reemplaz)\w* | mettre a jour /u;
const HOW =
  / (?:how|where|can i|wie|wo|kann ich|comment|ou|puis je|como|donde|puedo) (?!many|much|often|viele?|oft) ?/u;

/** The topic that a question is about, in the words of its language or in English; undefined for any other. */
export async function topicOf(asking: Asking): Promise<TopicId | undefined> {
  const people = await peopleOf(asking);
  const { words, question } = asking.meaning.wording;
  const text = ` ${said(asking)} `;
  const raw = plainWord(question).split(/[^\p{L}\p{N}']+/u);
  const all = [...words.map(({ meant }) => meant), ...raw];
  const marks = new Set([
    ...(words.some((word) => word.isOfLead) ? ["{l}"] : []),
    ...(words.some(({ isOfName, field }) => isOfName === true && field === undefined) ? ["{r}"] : []),
    ...(all.some((word) => people.includes(word)) ? ["{p}"] : []),
    ...(OF_SOMEONE.test(question) ? ["{o}"] : []),
    ...(keywordSaid(question) === "" ? [] : ["{k}"]),
    ...(/\d/u.test(text) ? ["{n}"] : []),
    ...(/\S@\S/u.test(question) ? ["{@}"] : []),
    ...(TROUBLE.test(text) ? ["{-}"] : []),
    ...(CHANGE.test(text) && HOW.test(text) ? ["{c}"] : []),
  ]);
  const has = (word: string): boolean => {
    if (word.startsWith("{")) return marks.has(word);
    if (word.endsWith("*")) return all.some((one) => one.startsWith(word.slice(0, -1)));
    return word.includes(" ") ? text.includes(` ${word} `) || text.includes(` ${word}`) : all.includes(word);
  };
  return ROWS.find(({ groups }) => groups.every(({ isNone, words: options }) => options.some(has) !== isNone))?.id;
}

/** What a topic says: its state, then where to do it, in the language of the question. */
export async function topicAnswer(asking: Asking, id: TopicId | null): Promise<ChatReply> {
  const found = id === null ? null : await topicState(asking, id);
  if (found !== null) return found;
  return {
    ...fromData(
      asking.say(
        "I don't know a button for that. The Setup Guide and the FAQ tab say where things are.",
        "Dafür kenne ich keine Schaltfläche. Die Setup Guide und der FAQ-Tab sagen, wo etwas zu finden ist.",
        "Je ne connais pas de bouton pour cela. La Setup Guide et l'onglet FAQ indiquent où trouver quoi.",
        "No conozco un botón para eso. La Setup Guide y la pestaña FAQ dicen dónde está cada cosa.",
      ),
      link("Setup Guide", "/setup-guide"),
    ),
    from: "none",
  };
}

/** The same, or null if there is nothing to say. */
export async function topicState(asking: Asking, id: TopicId): Promise<ChatReply | null> {
  const state = Object.hasOwn(STATES, id) ? STATES[id as keyof typeof STATES] : undefined;
  const { text, links = [] } = TOPIC_TEXTS.get(id) ?? {};
  const found = state === undefined ? null : await state(asking);
  const words = text === undefined ? "" : asking.say(...text);
  if (found !== null)
    return text === undefined
      ? found
      : {
          ...found,
          reply: `${found.reply}${found.reply.includes("\n") ? "\n\n" : " "}${words}`,
          links: [...new Map([...found.links, ...links].map((one) => [one.href, one])).values()],
        };
  if (words === "") return null;
  return { ...fromData(words, links), from: id === "no-prices" || id === "no-writing" ? "none" : "help" };
}

/** Whether a person other than the caller is named. */
export async function peopleOf({ store }: Pick<Asking, "store">): Promise<string[]> {
  const own = acting().userId;
  return (await store.accounts.list())
    .filter(({ id }) => id !== own)
    .map(({ username }) => plainWord(username.split("@")[0] ?? ""));
}
