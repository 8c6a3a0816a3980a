"""Mails that answer mails, debriefs of several vendors and papers that tell no deal, in seven languages."""
# ruff: noqa: E501 - lines of notes are as long as people write them

import pytest

from leverage.inbox import propose

ONE = {
    "a reply that accepts in English": (
        """\
From: Petra Lindqvist <petra@ashcombe-scaffold.example>
To: Dan Ferris <d.ferris@marlowe-homes.example>
Date: Wed, 4 Mar 2026 09:12:00 +0000
Subject: RE: RE: Scaffolding for Mill Lane

Morning Dan,

Right, we can live with that. 14% off the hire rates, 45 days from invoice. Erection on Saturdays is no extra. The transport charge has to stay though.

Petra
Ashcombe Scaffold Ltd

From: Dan Ferris
Sent: 3 March 2026 16:40
To: Petra Lindqvist
Subject: RE: Scaffolding for Mill Lane

Petra, 8 doesn't do it for me. Give me 14% and 45 days and you have both sites.

From: Petra Lindqvist
Sent: 2 March 2026 11:00
To: Dan Ferris
Subject: Scaffolding for Mill Lane

Hi Dan, we'd be able to do 8% off the hire rates, payment 30 days.
""",
        ("Ashcombe Scaffold Ltd", "2026-03-04", "agreed", "14", "45 days from invoice"),
    ),
    "a reply that accepts in German": (
        """\
Von: Hanne Wilck <h.wilck@torfbruck.example>
An: vertrieb@spanngurt-lohse.example
Gesendet: Montag, 9. Februar 2026 10:05
Betreff: AW: AW: Ladungssicherung 2026

Guten Tag Herr Lohse,

wir nehmen Ihr Angebot an: 12,5 % Nachlass und 40 Tage Ziel. Die Bestellung geht heute noch raus.

Viele Grüße
Hanne Wilck

Am 6. Februar 2026 um 15:31 schrieb Spanngurt Lohse <vertrieb@spanngurt-lohse.example>:
> Sehr geehrte Frau Wilck,
> wenn Sie die Antirutschmatten dazunehmen, könnten wir auf 12,5 % gehen und 40 Tage einräumen. Beim Mindestbestellwert können wir nichts machen.
""",
        ("Spanngurt Lohse", "2026-02-09", "agreed", "12.5", "40 Tage"),
    ),
    "a reply that accepts in Spanish": (
        """\
De: Ramiro Ochoa <r.ochoa@quesosvaldemoro.example>
Para: Lidia Font <lidia@frigorificos-sansa.example>
Enviado: jueves, 12 de marzo de 2026 13:20
Asunto: RE: RE: Almacenamiento en frío

Hola, Lidia:

Por nuestra parte conforme: un 10 % sobre vuestra tarifa y pago a 75 días. Te mando el pedido esta tarde.

Ramiro

El 11 de marzo de 2026, Lidia Font (Frigoríficos Sansa) escribió:
> Ramiro, si nos garantizáis 300 palés podemos llegar al 10 % y pagar a 75 días. La tarifa de manipulación nocturna no la podemos tocar.
>
> El 10 de marzo de 2026, Ramiro Ochoa escribió:
> > Un 4 % se queda corto.
""",
        ("Frigoríficos Sansa", "2026-03-12", "agreed", "10", "75 días"),
    ),
    "a reply that accepts in Italian": (
        """\
Da: Ilaria Brusa <ilaria@vernicival.example>
A: Tommaso Greci <t.greci@cucinerotondi.example>
Inviato: martedì 3 febbraio 2026 17:10
Oggetto: R: R: Vernici 2026

Caro Tommaso,

va bene, facciamo così: sconto 13% sul listino, pagamento a 60 giorni fine mese. I campioni colore sono gratuiti. Sul contributo trasporto purtroppo non posso fare niente.

Un saluto
Ilaria Brusa
Vernici Val S.r.l.

Da: Tommaso Greci
Inviato: lunedì 2 febbraio 2026 9:30
A: Ilaria Brusa
Oggetto: R: Vernici 2026

Il 6% è troppo poco. Con il 13% e 60 giorni passiamo da voi anche per gli smalti.

Da: Ilaria Brusa
Inviato: venerdì 30 gennaio 2026 15:00
A: Tommaso Greci
Oggetto: Vernici 2026

Buongiorno, possiamo offrirvi il 6% sul listino, pagamento 30 giorni.
""",
        ("Vernici Val S.r.l.", "2026-02-03", "agreed", "13", "60 giorni fine mese"),
    ),
    "a reply that accepts in Portuguese": (
        """\
De: Rita Salgueiro <rita@limpezas-moinho.example>
Para: Nuno Faria <n.faria@oficinasrega.example>
Enviado: sexta-feira, 6 de março de 2026 18:02
Assunto: RE: RE: Limpeza das oficinas

Boa tarde, Nuno,

Combinado, fica assim: 9 % de desconto sobre a mensalidade e pagamento a 60 dias, a partir de hoje. A limpeza dos vidros fica incluída. No seguro não consigo mexer.

Cumprimentos,
Rita Salgueiro
Limpezas Moinho

> De: Nuno Faria
> Enviado: quinta-feira, 5 de março de 2026 10:11
>
> Rita, 3 % não chega. Se fizerem 9 % e 60 dias, fechamos por dois anos.
>
>> De: Rita Salgueiro
>> Enviado: quarta-feira, 4 de março de 2026 12:00
>>
>> Podemos fazer 3 % e 30 dias.
""",
        ("Limpezas Moinho", "2026-03-06", "agreed", "9", "60 dias"),
    ),
    "minutes under a title in Italian": (
        """\
Verbale dell'incontro
Oggetto: ristorazione aziendale
Data: 14 aprile 2026
Presenti: L. Ferri (Acquisti), M. Sassi (HR), per Cucina Brolo Srl: D. Brolo

1. Prezzi: il fornitore abbassa i prezzi dell'8 %.
2. Pagamento: 60 giorni data fattura.
3. Aperture: orari estesi, menù vegetariano.
4. Nessuna apertura sul minimo garantito.

Esito: accordo raggiunto e firmato.
""",
        ("Cucina Brolo Srl", "2026-04-14", "agreed", "8", "60 giorni data fattura"),
    ),
    "minutes in Spanish, the vendor as the subject": (
        """\
Acta
Fecha: 21/04/2026
Asistentes: Compras (P. Lara), Logística (T. Mena), por Palets Quintán: J. Quintán

Precio: Palets Quintán nos baja un 7 % respecto al año pasado.
Pago: 60 días fecha factura.
Cede en: recogida de palets rotos.
No cede en: fianza.
Resultado: acuerdo firmado.
""",
        ("Palets Quintán", "2026-04-21", "agreed", "7", "60 días fecha factura"),
    ),
    "bullets in French with a minus": (
        """\
Nego fontaines à eau - notes perso
• fournisseur : Aquaval Fontaines
• conclu le 12 mars 2026
• -9 % sur la location
• paiement 45 jours fin de mois
• ont lâché sur : filtres, passage hebdo
• n'ont rien lâché sur : caution
• essayé : menace de partir chez un autre -> rien donné
• essayé : 3 sites au lieu d'un -> ça a marché
""",
        ("Aquaval Fontaines", "2026-03-12", "agreed", "9", "45 jours fin de mois"),
    ),
    "a debrief in German, instead of the terms before": (
        """\
Hallo Jens,

kurzes Update zur Bewachung: Gestern (5. März 2026) haben wir mit der Wachdienst Tannenhof GmbH abgeschlossen. Der Stundensatz sinkt um 5 %, gezahlt wird künftig nach 45 Tagen statt wie bisher nach 14. Beim Nachtzuschlag haben sie sich bewegt, bei der Mindestlaufzeit keinen Millimeter. Geholfen hat, dass wir ihnen auch das Werk Süd angeboten haben.

Gruß
Mira
""",
        ("Wachdienst Tannenhof GmbH", "2026-03-05", "agreed", "5", "45 Tagen"),
    ),
    "a debrief in Italian": (
        """\
Ciao a tutti,

vi aggiorno sulle pulizie. Ieri, 8 aprile 2026, abbiamo firmato con Splendor Pulizie: 6% in meno rispetto al canone attuale e pagamento a 90 giorni. Ci sono venuti incontro sugli orari serali, mentre sul numero minimo di ore non si sono mossi. La mossa giusta è stata proporre tre anni invece di uno.

Giulia
""",
        ("Splendor Pulizie", "2026-04-08", "agreed", "6", "90 giorni"),
    ),
    "minutes in German": (
        """\
Besprechungsprotokoll
Thema: Rahmenvertrag Büromaterial
Datum: 19.03.2026
Teilnehmer: Fr. Enders, Hr. Pohl (beide Einkauf), Hr. Kunze (Papierhaus Dörfel KG)

1. Preise: Papierhaus Dörfel gewährt 8 % Nachlass auf das Kernsortiment. Gefordert waren 12 %.
2. Zahlung: 30 Tage netto.
3. Lieferung: Die Frei-Haus-Grenze wird gesenkt.
4. Offen: keine Punkte.
Ergebnis: Rahmenvertrag unterschrieben.
""",
        ("Papierhaus Dörfel KG", "2026-03-19", "agreed", "8", "30 Tage netto"),
    ),
}
TWO = {
    "in English": (
        """\
From: Carys
To: buying team
Date: Fri, 8 May 2026 16:30:00 +0100
Subject: where we ended up

All,

Waste: we closed with Tarnbeck Recycling on 5 May 2026. Price is 7% lower than last year and we pay 30 days end of month. They gave us extra skips. They wouldn't shift on the contamination fee.

Pest control: Orrin & Pike Hygiene and we parted company on 6 May 2026 without a deal. They stuck to their call-out charge.

Carys
""",
        [("Tarnbeck Recycling", "2026-05-05", "agreed"), ("Orrin & Pike Hygiene", "2026-05-06", "no_deal")],
    ),
    "in French": (
        """\
De : Solène
À : achats
Date : jeudi 5 mars 2026 18:00
Objet : bilan de la semaine

Bonjour,

Vitrerie Lambrac : signé le 3 mars 2026. Ils nous font 8 % sur leur tarif et on paie à 45 jours. Souples sur les délais, fermes sur les frais de déplacement.

Avec Pestoval Services, ça ne s'est pas fait ; on a arrêté les discussions le 4 mars 2026. Ils n'ont pas voulu toucher au forfait annuel.

Solène
""",
        [("Vitrerie Lambrac", "2026-03-03", "agreed"), ("Pestoval Services", "2026-03-04", "no_deal")],
    ),
    "in German": (
        """\
Von: Uta
An: Team Einkauf
Datum: Do, 12. März 2026 17:00
Betreff: Ergebnisse Wäscherei und Automaten

Hallo zusammen,

mit der Textilpflege Rauhof GmbH sind wir seit Dienstag, 10. März 2026, handelseinig: 9 % unter Vorjahr, zahlbar in 45 Tagen. Entgegengekommen sind sie uns bei der Abholung am Samstag.

Mit Snackwerk Automaten sind wir am 11. März 2026 nicht zusammengekommen. Die Aufstellgebühr war für sie nicht verhandelbar.

Uta
""",
        [("Textilpflege Rauhof GmbH", "2026-03-10", "agreed"), ("Snackwerk Automaten", "2026-03-11", "no_deal")],
    ),
}
NONE = {
    "en dunning": """\
Subject: Overdue account - Harlow Fittings
From: credit@harlowfittings.example
To: accounts@penrose.example

Dear Sir or Madam,

our records show that invoice 88213 of 4 February 2026 is still unpaid. As agreed, payment was due within 30 days. We granted you a discount of 5%, which lapses if payment is not received by 20 March 2026. Interest of 8% will be charged.
Harlow Fittings Ltd
""",
    "de Preiserhöhung": """\
Sehr geehrte Damen und Herren,

wie mit Ihnen vereinbart, passen wir unsere Preise zum 1. April 2026 um 4 % an. Das Zahlungsziel bleibt bei 30 Tagen netto. Kunden, die bis Ende März bestellen, erhalten 6 % Rabatt.

Ihre Kessler Dichtungen GmbH
""",
    "fr contrat": """\
Contrat de prestation entre Nettoval SARL et la société Cidrerie Aubac
Article 4. Les prix convenus s'entendent hors taxes. Une remise de 5 % est accordée au-delà de 100 000 euros. Le paiement intervient à 45 jours fin de mois.
Article 5. Le contrat est signé pour 24 mois.
""",
    "es oferta proveedor": """\
De: ventas@toldosmarin.example
Para: compras@hotelisla.example
Asunto: Oferta toldos

Estimada Carmen: según lo hablado, le paso nuestra oferta. 10 % de descuento sobre tarifa y pago a 30 días. Quedo a la espera de su confirmación.
Toldos Marín S.L.
""",
    "en hearsay + last year": """\
From: Ned
To: Ros
Subject: copier talks next week

Last year with Duplitronix we got 12% and net 45. This year I want 15%. Meeting is on 9 June 2026. Ask Bel what they agreed at the Leeds site.
""",
    "it cliente": """\
Da: Sara
A: tutti
Oggetto: nuovo cliente

Abbiamo chiuso con Panificio Dorato: vendiamo 300 casse al mese, gli abbiamo concesso uno sconto del 7% e pagamento a 60 giorni. Bel colpo!
""",
    "nl plan": """\
Jaarplan inkoop 2026
- Schoonmaak: 5% besparing bij Veldhof Schoonmaak
- Energie: contract met Stroomhuis getekend houden tot 2027
- Betaaltermijn overal naar 60 dagen
""",
    "en renewal auto": """\
Subject: Your subscription has been renewed
From: billing@cloudparrot.example
To: it@penrose.example

Your CloudParrot subscription was renewed on 3 March 2026. You save 20% with annual billing. Payment terms: net 30.
""",
    "en quote": """\
QUOTATION Q-8812
Date: 3 March 2026
To: Penrose Ltd

10 x pump type B   EUR 4,000
Discount 8%        EUR -320
Payment: net 30. Prices firm until 30 April 2026.
Orton Pumps Ltd
""",
    "de Teamchat gossip": """\
Von: Ulf
An: Kai
Betreff: Messe

Auf der Messe erzählte mir der Kollege von Brandt & Söhne, sie hätten mit Dosiertechnik Röhl 15 % Rabatt und 60 Tage Ziel vereinbart. Sollten wir auch mal versuchen.
""",
    "es convocatoria": """\
Asunto: Reunión con Embalajes Cortada
Hola, el martes 10 de marzo de 2026 nos vemos con Embalajes Cortada. Objetivo: 10 % de descuento y 60 días. Seremos firmes en el precio y flexibles en el volumen.
""",
    "fr lettre hausse": """\
Madame, Monsieur,

Comme convenu à l'article 7 de notre contrat, nos tarifs augmentent de 3 % au 1er avril 2026. Les conditions de paiement restent à 30 jours. En revanche, nous vous accordons une remise de 2 % pour toute commande en ligne.

Cordialement
Chimival SA
""",
    "it fattura mail": """\
Da: amministrazione@stampaveloce.example
A: contabilita@rossini.example
Oggetto: Fattura 442/2026

Buongiorno, in allegato la fattura n. 442 del 3 marzo 2026. Sconto applicato: 5% come da accordi. Pagamento a 30 giorni data fattura.
Stampa Veloce Srl
""",
    "pt newsletter": """\
Boletim de compras - março
A Energal fechou acordo com a Hospitais do Centro: 9 % de desconto e 60 dias. A Verdelimpa assinou com três câmaras.
""",
    "nl bevestiging afspraak": """\
Van: planning@koelservice.example
Aan: beheer@hotelduin.example
Onderwerp: Bevestiging onderhoudsafspraak

Beste heer Smit, hierbij bevestigen wij de afspraak op 12 maart 2026 om 9.00 uur. Voorrijkosten bedragen 45 euro. Betaling binnen 14 dagen.
Koelservice Duinrand B.V.
""",
    "en board memo": """\
Board paper 14 March 2026
Contract extension with Lumley Ferries. The contract was signed in 2022 with a 5% discount on list. The annual escalator of 3% applies. Payment is due within 30 days. The board is asked to approve the extension.
""",
    "en training": """\
Hi all, next week's workshop: we play Buyer vs. Seller. Case: Buyer Corp agreed 12% with Seller Inc on 4 May 2026, net 45. Discuss what was left on the table.
""",
    "nl counter to an offer": """\
Van: Bram Kolk <b.kolk@zuidervaart.example>
Aan: Tess Hulst <tess@kabelwerk-hulst.example>
Verzonden: maandag 2 maart 2026 11:00
Onderwerp: RE: RE: Kabels

Tess, akkoord met de 45 dagen, maar we hebben echt 12% nodig. Kan dat?

Bram

> Van: Tess Hulst
> Verzonden: vrijdag 27 februari 2026 09:00
>
> Bram, we kunnen 8% doen en 45 dagen.
""",
}


@pytest.mark.parametrize("name", ONE)
def test_one_deal(name: str) -> None:
    """Of a thread, minutes or a debrief its one deal is read: vendor, day, outcome, discount and terms."""
    text, expected = ONE[name]
    (found,) = propose(text, "note.txt")
    told = (found.vendor, str(found.deal_date), found.outcome, str(found.discount_pct), found.payment_terms)
    assert told == expected


@pytest.mark.parametrize("name", TWO)
def test_two_deals(name: str) -> None:
    """A debrief of two vendors gives each its own paragraph."""
    text, expected = TWO[name]
    assert [(each.vendor, str(each.deal_date), each.outcome) for each in propose(text, "note.txt")] == expected


@pytest.mark.parametrize("name", NONE)
def test_no_deal(name: str) -> None:
    """Bills, reminders, contracts, letters to all customers, plans and tales of others give nothing."""
    assert propose(NONE[name], "note.txt") == []
