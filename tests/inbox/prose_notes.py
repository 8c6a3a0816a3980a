"""Notes as buyers and vendors write them in seven languages, and what the rules read in each; invented for these tests."""

# ruff: noqa: E501 - a note stands as people write it, paragraphs in one line

from typing import Any

NOTES: dict[str, str] = {
    "an English debrief": """\
From: Ida Crowe <ida.crowe@maltby.example>
To: sourcing@maltby.example
Date: Wed, 6 May 2026 09:12:00 +0100
Subject: pallets: all sorted

Hi all,

Yesterday, 5 May 2026, Jim and I came to terms with Hollinbrook Timber on the pallet contract. We got 11% knocked off their price list, after they'd opened with 4. We now pay 45 days after the invoice date.

They were relaxed about split deliveries and let us return damaged pallets. The fuel surcharge, though, they would not touch, and the minimum call-off stays.
I mentioned that we had a quote from Denholm in the drawer, which did the trick. My request for free storage got us nowhere.

Ida

Ida Crowe, Head of Sourcing, Maltby Foods Ltd. Registered in England 123456.
""",
    "English minutes": """\
Minutes of supplier meeting
Date: 14 January 2026
Attendees: P. Ranger (Procurement), L. Moss (Operations); for Quillmere Hygiene Ltd: Ms Arden

1. Price: Quillmere Hygiene Ltd will reduce its prices by 8.5% across the range. We had asked for 12%.
2. Payment: invoices to be paid within 60 days of receipt.
3. Concessions by the supplier: quarterly stock review; free dispensers
4. No movement: call-out charge, contract length
5. Negotiation: we put two sites out to tender. Result: effective. We also threatened to stop orders. Result: none whatsoever.

Agreed and signed on the day.
""",
    "English bullets of two vendors": """\
Q2 roundup

Ferrowick Castings - done 3 June 2026
 * price: 7% below last year
 * terms: net 45
 * gave: tooling storage, smaller lots
 * didn't give: metal index
 * what worked: longer term (3 yrs)

Saltmarsh Coatings - no deal, 9 June 2026
 * they wanted +4%
 * didn't give: colour changeover fee
 * tried: bundling both plants - no effect
""",
    "an English letter of the vendor": """\
Dear Ms Okello,

Following our call of 11 February 2026 I am writing to confirm what we agreed for the coming year:

Discount on list price: 12.5%
Payment: 30 days end of month
Training for your operators at no charge
You may change the delivery day with 24 hours' notice.

We are sorry that we cannot extend the warranty, and the environmental fee must remain.

Yours sincerely
Tom Barlow
Everdale Lifts Ltd
""",
    "English talks that ended": """\
To: all buyers
Subject: Brackenhall - no agreement

We could not agree with Brackenhall Freight in the end. Talks ended on 20 March 2026. They offered 3% and 14 days, we needed at least 8. Fuel was untouchable for them. I played the reverse auction card and it fell flat.
Mo
""",
    "a German debrief": """\
Von: Arno Pietsch
An: Einkauf
Datum: 7. Mai 2026
Betreff: Stapler: Abschluss

Hallo zusammen,

gestern, am 6. Mai 2026, sind wir mit der Firma Hagedorn Flurförderzeuge handelseinig geworden. Der Mietpreis sinkt um 9,5 % gegenüber der Preisliste, angefangen hatten sie mit 3 %. Gezahlt wird künftig innerhalb von 45 Tagen.
Offen waren sie bei den Ersatzgeräten und bei der Laufzeit. Am Wartungspauschalpreis war nicht zu rütteln.
Wir haben ein Vergleichsangebot auf den Tisch gelegt, das hat sie überzeugt. Unser Hinweis auf die lange Partnerschaft verpuffte dagegen.

Gruß
Arno

Pietsch Logistik Holding GmbH, Amtsgericht Uelzen
""",
    "German minutes": """\
Besprechungsprotokoll vom 18.03.2026
Anwesend: Fr. Kolb (Einkauf), Hr. Damm (Silbersee Etiketten GmbH)

1. Preise: Die Silbersee Etiketten GmbH senkt ihre Preise um 6 %. Gefordert hatten wir 10 %.
2. Zahlungsziel: 60 Tage netto
3. Beweglich: Farbwechsel, Mindestmengen
4. Unbeweglich: Klischeekosten
5. Vorgehen: Jahresmenge fest zugesagt. Das hat gezogen.

Der Vertrag wurde im Anschluss unterzeichnet.
""",
    "German bullets": """\
Verhandlung Reinigung

- Anbieter: Blankensee Service
- Abschluss: 11.02.2026
- Preis: -7 %
- Zahlung: 14 Tage nach Rechnungserhalt
- Entgegenkommen: Fensterreinigung inklusive, Vertretung am selben Tag
- Hart geblieben bei: Kündigungsfrist
- Hebel: mit Ausschreibung gedroht -> wirkungslos
- Hebel: dritten Standort angeboten -> Erfolg
""",
    "a German letter of the vendor": """\
Sehr geehrte Frau Lorenz,

vielen Dank für das Gespräch am 3. Juni 2026. Hiermit bestätige ich Ihnen die vereinbarten Konditionen:

- 13 % Nachlass auf den Katalogpreis
- Zahlung 45 Tage netto
- Musterteile stellen wir Ihnen kostenlos zur Verfügung

Eine Verkürzung der Lieferzeit können wir Ihnen leider nicht zusagen. Die Energiepauschale bleibt unverändert.

Mit freundlichem Gruß
Jan Reuter
Oberkirch Drehteile AG
""",
    "German talks that ended": """\
Betreff: Druckerei

Hi, mit Quellhof Druck haben wir uns nicht einigen können, am 12.05.2026 war Schluss. Angeboten waren 4 %, das reicht nicht. Beim Papierzuschlag blieben sie stur. Schweigen als Taktik: brachte nichts.
LG Ute
""",
    "a Spanish debrief": """\
De: Rosa Vidal
Para: equipo de compras
Fecha: 6 de mayo de 2026
Asunto: Limpieza: acuerdo cerrado

Hola a todos:

Ayer, 5 de mayo de 2026, llegamos a un acuerdo con Limpiezas Valdorra. Nos hacen un 8 % menos que la tarifa vigente (habían empezado con un 2 %). Pagamos a 45 días desde la factura.
Se mostraron abiertos en los horarios y en las sustituciones.
En cambio, con la cláusula de revisión no hubo manera.
Les recordamos que teníamos otra oferta y funcionó. Pedirles el stock en depósito no sirvió de nada.

Saludos,
Rosa
""",
    "Spanish minutes": """\
ACTA DE REUNIÓN
Fecha: 21/01/2026
Asistentes: Sra. Peña (Compras), Sr. Ruiz (Envases Torrealba S.A.)

1. Precio. Envases Torrealba S.A. rebaja un 5,5 % los precios de catálogo. Pedíamos el 9 %.
2. Pago: 60 días fecha factura.
3. Concesiones del proveedor: entregas parciales, almacenaje sin coste
4. Sin movimiento: coste de moldes
5. Táctica: ofrecimos un contrato de tres años. Dio resultado.

Conclusión: acuerdo firmado.
""",
    "a Spanish letter of the vendor": """\
Estimada Sra. Molina:

Según lo acordado en nuestra reunión del 12 de marzo de 2026, le confirmamos las condiciones para este año:
- Descuento del 10 % sobre tarifa
- Pago a 30 días fecha factura
- Transporte sin cargo a partir de 200 kg

Lamentablemente no podemos ampliar la garantía. El recargo energético se mantiene.

Un cordial saludo,
Pablo Iriarte
Químicas Belmonte S.L.
""",
    "a Spanish labelled sheet": """\
Notas rápidas

Proveedor: Grúas Peñalver
Cierre: 9 de junio de 2026
Cómo quedó: cerrado
Precio: 6% menos que el año pasado
Pago: 45 días
Donde cedieron: horas extra, festivos
Donde no: seguro
Truco: silencio -> funcionó
""",
    "Spanish talks that ended": """\
Asunto: Mobiliario

Hola, no llegamos a nada con Muebles Castrillón; la negociación se cerró sin acuerdo el 15 de abril de 2026. Ofrecían un 5 %. En el montaje no cedieron.
Jordi
""",
    "a French debrief": """\
De : Paul Rey
À : Achats
Date : 6 mai 2026
Objet : Palettes - accord trouvé

Bonjour,

Hier, 5 mai 2026, nous avons trouvé un accord avec Boisvert Emballages. Ils baissent leurs prix de 7,5 % par rapport au tarif ; leur première offre était de 3 %. Règlement à 45 jours date de facture.
Ils ont été conciliants sur les petites commandes et sur les reprises. Sur la taxe gasoil, rien à faire.
Nous avons évoqué une mise en concurrence, ce qui a payé. La demande de stock déporté est restée sans effet.

Paul
""",
    "a French letter of the vendor": """\
Madame,

Comme convenu lors de notre entretien du 10 février 2026, nous vous confirmons les conditions suivantes :

Remise sur tarif : 9 %
Paiement : 60 jours fin de mois
Livraison offerte dès 500 euros

Nous ne pouvons malheureusement pas réduire le forfait déplacement. La clause de révision reste en vigueur.

Cordialement,
Julie Sabot
Ascenseurs Montrieux SAS
""",
    "an Italian debrief": """\
Da: Livia Sarti
A: Acquisti
Data: 6 maggio 2026
Oggetto: Imballaggi: fatto

Ciao a tutti,

ieri, 5 maggio 2026, abbiamo chiuso con Cartiera Monteverde. Ci danno il 6,5% in meno rispetto al listino, erano partiti dal 2%. Si paga a 60 giorni data fattura.
Ci sono venuti incontro sulle consegne frazionate e sui resi. Sul contributo energia, porta chiusa.
Abbiamo portato un preventivo concorrente e ha funzionato. La richiesta di stock in conto deposito non ha portato a nulla.

Livia
""",
    "an Italian letter of the vendor": """\
Gentile dott.ssa Ferri,

come concordato il 10 febbraio 2026 Le confermo le condizioni per il 2026:

Sconto sul listino: 8%
Pagamento: 30 giorni fine mese
Formazione gratuita per i vostri operatori

Purtroppo non possiamo prolungare la garanzia. Il canone minimo resta invariato.

Cordiali saluti
Dario Neri
Montacarichi Valsesia S.r.l.
""",
    "a Dutch debrief": """\
Van: Joost
Aan: Inkoop
Datum: 6 mei 2026
Onderwerp: Pallets rond

Hoi allemaal,

Gisteren, 5 mei 2026, zijn we het eens geworden met Houtveld Pallets. De prijs gaat 7% omlaag ten opzichte van de lijst, ze begonnen met 3%. We betalen 45 dagen na factuurdatum.
Ze waren soepel met deelleveringen en met retouren. Over de brandstoftoeslag viel niet te praten.
We lieten een offerte van een ander zien, dat hielp. Vragen om gratis opslag haalde niets uit.

Groet, Joost
""",
    "a Portuguese debrief": """\
De: Rita Leal
Para: Compras
Data: 6 de maio de 2026
Assunto: Paletes: fechado

Olá a todos,

Ontem, 5 de maio de 2026, chegamos a acordo com a Madeiras Serrana. Baixaram os preços 7% em relação à tabela, tinham começado com 3%. Pagamos a 45 dias da data da fatura.
Mostraram-se flexíveis nas entregas parciais e nas devoluções. Na taxa de combustível não houve abertura.
Mostrámos-lhes uma proposta da concorrência e resultou. Pedir armazenagem grátis não deu em nada.

Rita
""",
    "an offer": """\
From: sales@glenmoor.example
To: buy@maltby.example
Date: 3 Feb 2026
Subject: Our quotation

Dear Sirs, we offer you 9% off list, payment 30 days. This offer is valid until 28 February 2026. You may change sizes at no charge.
Glenmoor Fixings Ltd
""",
    "an agenda with our aims": """\
Agenda Gespräch mit Tannfeld Stahl GmbH am 4. Mai 2026
Unser Ziel: 8 % Nachlass, 60 Tage.
Wo wir nachgeben: Menge
""",
    "an extract of clauses": """\
Extract from the agreement with Larchwood Telecom
Payment: 30 days. Late interest 8%. Service credit of 5% of the fee. Prices fell 3% in 2024.
""",
    "a plan on a condition": """\
Hola, de acuerdo con el plan, la semana que viene negociamos con Áridos Lezama. Queremos un 10 % de descuento y pago a 60 días. Si ceden en portes, firmamos.
""",
    "percentages of other matters": """\
Die Qualität ist um 5 % gesunken und die Ausfälle sind 3 % weniger geworden. Mit der Ostertal Maschinen GmbH haben wir am 4. Mai 2026 einen Wartungstermin vereinbart. Ihre Preise steigen um 4 %.
""",
}

EXPECTED: dict[str, list[dict[str, Any]]] = {
    "an English debrief": [
        {
            "vendor": "Hollinbrook Timber",
            "deal_date": "2026-05-05",
            "outcome": "agreed",
            "discount_pct": "11",
            "discount_base": "list",
            "payment_terms": "45 days after the invoice date",
            "flexible_on": ["split deliveries", "let us return damaged pallets"],
            "firm_on": ["fuel surcharge", "minimum call-off"],
            "tactics": [
                ("mentioned that we had a quote from Denholm in the drawer", "worked"),
                ("request for free storage", "failed"),
            ],
        }
    ],
    "English minutes": [
        {
            "vendor": "Quillmere Hygiene Ltd",
            "deal_date": "2026-01-14",
            "outcome": "agreed",
            "discount_pct": "8.5",
            "payment_terms": "60 days of receipt",
            "flexible_on": ["quarterly stock review", "free dispensers"],
            "firm_on": ["call-out charge", "contract length"],
            "tactics": [("put two sites out to tender", "worked"), ("threatened to stop orders", "failed")],
        }
    ],
    "English bullets of two vendors": [
        {
            "vendor": "Ferrowick Castings",
            "deal_date": "2026-06-03",
            "outcome": "agreed",
            "discount_pct": "7",
            "discount_base": "last_price",
            "payment_terms": "net 45",
            "flexible_on": ["tooling storage", "smaller lots"],
            "firm_on": ["metal index"],
            "tactics": [("longer term", "worked")],
        },
        {
            "vendor": "Saltmarsh Coatings",
            "deal_date": "2026-06-09",
            "outcome": "no_deal",
            "firm_on": ["colour changeover fee"],
            "tactics": [("bundling both plants", "failed")],
        },
    ],
    "an English letter of the vendor": [
        {
            "vendor": "Everdale Lifts Ltd",
            "deal_date": "2026-02-11",
            "outcome": "agreed",
            "discount_pct": "12.5",
            "payment_terms": "30 days end of month",
            "flexible_on": ["Training for your operators", "change the delivery day with 24 hours' notice"],
            "firm_on": ["warranty", "environmental fee"],
        }
    ],
    "English talks that ended": [
        {
            "vendor": "Brackenhall Freight",
            "deal_date": "2026-03-20",
            "outcome": "no_deal",
            "firm_on": ["Fuel"],
            "tactics": [("played the reverse auction card", "failed")],
        }
    ],
    "a German debrief": [
        {
            "vendor": "Hagedorn Flurförderzeuge",
            "deal_date": "2026-05-06",
            "outcome": "agreed",
            "discount_pct": "9.5",
            "discount_base": "list",
            "payment_terms": "45 Tagen",
            "flexible_on": ["Ersatzgeräten", "Laufzeit"],
            "firm_on": ["Wartungspauschalpreis"],
            "tactics": [
                ("Wir haben ein Vergleichsangebot auf den Tisch gelegt", "worked"),
                ("Hinweis auf die lange Partnerschaft", "failed"),
            ],
        }
    ],
    "German minutes": [
        {
            "vendor": "Silbersee Etiketten GmbH",
            "deal_date": "2026-03-18",
            "outcome": "agreed",
            "discount_pct": "6",
            "payment_terms": "60 Tage netto",
            "flexible_on": ["Farbwechsel", "Mindestmengen"],
            "firm_on": ["Klischeekosten"],
            "tactics": [("Jahresmenge fest zugesagt", "worked")],
        }
    ],
    "German bullets": [
        {
            "vendor": "Blankensee Service",
            "deal_date": "2026-02-11",
            "outcome": "agreed",
            "discount_pct": "7",
            "payment_terms": "14 Tage nach Rechnungserhalt",
            "flexible_on": ["Fensterreinigung inklusive", "Vertretung am selben Tag"],
            "firm_on": ["Kündigungsfrist"],
            "tactics": [("mit Ausschreibung gedroht", "failed"), ("dritten Standort angeboten", "worked")],
        }
    ],
    "a German letter of the vendor": [
        {
            "vendor": "Oberkirch Drehteile AG",
            "deal_date": "2026-06-03",
            "outcome": "agreed",
            "discount_pct": "13",
            "discount_base": "list",
            "payment_terms": "45 Tage netto",
            "flexible_on": ["Musterteile"],
            "firm_on": ["Verkürzung der Lieferzeit", "Energiepauschale"],
        }
    ],
    "German talks that ended": [
        {
            "vendor": "Quellhof Druck",
            "deal_date": "2026-05-12",
            "outcome": "no_deal",
            "firm_on": ["Papierzuschlag"],
            "tactics": [("Schweigen als Taktik", "failed")],
        }
    ],
    "a Spanish debrief": [
        {
            "vendor": "Limpiezas Valdorra",
            "deal_date": "2026-05-05",
            "outcome": "agreed",
            "discount_pct": "8",
            "discount_base": "list",
            "payment_terms": "45 días desde la factura",
            "flexible_on": ["horarios", "sustituciones"],
            "firm_on": ["cláusula de revisión"],
            "tactics": [("recordamos que teníamos otra oferta", "worked"), ("Pedirles el stock en depósito", "failed")],
        }
    ],
    "Spanish minutes": [
        {
            "vendor": "Envases Torrealba S.A.",
            "deal_date": "2026-01-21",
            "outcome": "agreed",
            "discount_pct": "5.5",
            "discount_base": "list",
            "payment_terms": "60 días fecha factura",
            "flexible_on": ["entregas parciales", "almacenaje sin coste"],
            "firm_on": ["coste de moldes"],
            "tactics": [("ofrecimos un contrato de tres años", "worked")],
        }
    ],
    "a Spanish letter of the vendor": [
        {
            "vendor": "Químicas Belmonte S.L.",
            "deal_date": "2026-03-12",
            "outcome": "agreed",
            "discount_pct": "10",
            "discount_base": "list",
            "payment_terms": "30 días fecha factura",
            "flexible_on": ["Transporte"],
            "firm_on": ["garantía", "recargo energético"],
        }
    ],
    "a Spanish labelled sheet": [
        {
            "vendor": "Grúas Peñalver",
            "deal_date": "2026-06-09",
            "outcome": "agreed",
            "discount_pct": "6",
            "payment_terms": "45 días",
            "flexible_on": ["horas extra", "festivos"],
            "firm_on": ["seguro"],
            "tactics": [("silencio", "worked")],
        }
    ],
    "Spanish talks that ended": [
        {"vendor": "Muebles Castrillón", "deal_date": "2026-04-15", "outcome": "no_deal", "firm_on": ["montaje"]}
    ],
    "a French debrief": [
        {
            "vendor": "Boisvert Emballages",
            "deal_date": "2026-05-05",
            "outcome": "agreed",
            "discount_pct": "7.5",
            "discount_base": "list",
            "payment_terms": "45 jours date de facture",
            "flexible_on": ["petites commandes", "reprises"],
            "firm_on": ["taxe gasoil"],
            "tactics": [("avons évoqué une mise en concurrence", "worked"), ("demande de stock déporté", "failed")],
        }
    ],
    "a French letter of the vendor": [
        {
            "vendor": "Ascenseurs Montrieux SAS",
            "deal_date": "2026-02-10",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "60 jours fin de mois",
            "flexible_on": ["Livraison"],
            "firm_on": ["forfait déplacement", "clause de révision"],
        }
    ],
    "an Italian debrief": [
        {
            "vendor": "Cartiera Monteverde",
            "deal_date": "2026-05-05",
            "outcome": "agreed",
            "discount_pct": "6.5",
            "discount_base": "list",
            "payment_terms": "60 giorni data fattura",
            "flexible_on": ["consegne frazionate", "resi"],
            "firm_on": ["contributo energia"],
            "tactics": [
                ("Abbiamo portato un preventivo concorrente", "worked"),
                ("richiesta di stock in conto deposito", "failed"),
            ],
        }
    ],
    "an Italian letter of the vendor": [
        {
            "vendor": "Montacarichi Valsesia S.r.l.",
            "deal_date": "2026-02-10",
            "outcome": "agreed",
            "discount_pct": "8",
            "payment_terms": "30 giorni fine mese",
            "flexible_on": ["Formazione"],
            "firm_on": ["garanzia", "canone minimo"],
        }
    ],
    "a Dutch debrief": [
        {
            "vendor": "Houtveld Pallets",
            "deal_date": "2026-05-05",
            "outcome": "agreed",
            "discount_pct": "7",
            "discount_base": "list",
            "payment_terms": "45 dagen na factuurdatum",
            "flexible_on": ["deelleveringen", "retouren"],
            "firm_on": ["brandstoftoeslag"],
            "tactics": [("lieten een offerte van een ander zien", "worked"), ("Vragen om gratis opslag", "failed")],
        }
    ],
    "a Portuguese debrief": [
        {
            "vendor": "Madeiras Serrana",
            "deal_date": "2026-05-05",
            "outcome": "agreed",
            "discount_pct": "7",
            "discount_base": "list",
            "payment_terms": "45 dias da data da fatura",
            "flexible_on": ["entregas parciais", "devoluções"],
            "firm_on": ["taxa de combustível"],
            "tactics": [("Mostrámos-lhes uma proposta da concorrência", "worked"), ("Pedir armazenagem grátis", "failed")],
        }
    ],
    "an offer": [],
    "an agenda with our aims": [],
    "an extract of clauses": [],
    "a plan on a condition": [],
    "percentages of other matters": [],
}
