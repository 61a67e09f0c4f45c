const ROLE_LOCALS = new Set(
  `
    info information infos contact contacts contactus contact-us kontakt kontakte contacto contato contatto contatti
    hello hallo hi hey hola bonjour ciao ask mail email post posta office buero büro bureau oficina ufficio kantoor
    sekretariat secretariat secretaria segreteria empfang reception rezeption zentrale team crew support help helpdesk
    hilfe service services kundenservice kundendienst customerservice customer-service customercare care client clients
    sales sale vertrieb verkauf ventes vente commercial commerciale ventas comercial vendas vendite verkoop orders order
    bestellung bestellungen auftrag bestellen commande commandes pedidos ordini shop store boutique tienda webshop
    marketing presse press media pr prensa imprensa stampa news newsletter events event billing invoice invoices
    rechnung rechnungen rechnungswesen accounting accounts buchhaltung compta comptabilite finance finances facturas
    facturacion facturation fatture amministrazione administration admin administrator verwaltung verwaltungs hr jobs
    job career careers karriere bewerbung bewerbungen recruiting recruitment rrhh empleo emploi carriere talent people
    booking bookings reservation reservations reservierung reservas reserva prenotazioni prenotazione buchung buchungen
    legal recht juridique compliance it edv tech technical technik purchasing einkauf procurement achats compras
    export import logistics logistik dispatch versand praxis kanzlei studio redaktion editor editorial feedback enquiries
    enquiry inquiries inquiry anfrage anfragen request requests welcome general main everyone all staff partner partners
    partnerships bizdev business api webmaster postmaster hostmaster abuse privacy datenschutz noreply no-reply
    donotreply root security spam returns retouren werkstatt warehouse lager zakaz opt pochta zapros
    comunicacao comunicacion communication kommunikation podatelna obec mairie biuro praca sklep sprzedaz serwis pomoc recepcja
    rezerwacje zamowienia szkola parafia urzad kancelaria gmina obchod objednavky prodej servis recepce skola iroda
    ertekesites rendeles titkarsag atendimento vendas financeiro administracao administracion soporte suporte gerencia
    direccion direzione redazione presidenza accueil direction asso association contactez administratie receptie
    styrelsen styrelse styret bestyrelsen hallitus vorstand bestuur zarzad board committee comite comitato toimisto
    myynti asiakaspalvelu postmottak firmapost kundeservice salg butik bokning kontor bilgi iletisim destek satis
    muhasebe reklama priem prodaja ured vanzari comenzi secretariat birou club klub verein gemeinde rathaus stadt
    jugend youth juniors mitglieder membership members anmeldung finanzen medien veranstaltungen spenden donations
    volunteer biblioteca library admissions registrar geschaeftsstelle leitung training sport`
    .trim()
    .split(/\s+/u),
);

/** Whether an address belongs to a department ("sales@", "kontakt@") rather than one person. */
export function isRoleAddress(address: string): boolean {
  const local = address.slice(0, Math.max(0, address.lastIndexOf("@"))).toLowerCase();
  const first = local.split(/[.+_-]/u)[0] ?? "";
  return (
    ROLE_LOCALS.has(local) ||
    ROLE_LOCALS.has(local.replace(/\d+$/u, "")) ||
    (first.length > 3 && ROLE_LOCALS.has(first))
  );
}
