"""Talks and chats: what two sides say to each other, or one side among itself, becomes what was agreed."""

from typing import Any

import pytest

from tests.inbox.telling import told_by

# each text with what it tells; a field that is not named here must be empty
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "a German call": (
        """Verhandlungsgespräch am 17. März 2026, 14:30 Uhr
Teilnehmer: Frau Reuther (Einkauf Wildmoor Klinik), Herr Stolz (Lampertz Medizintechnik)

Reuther: Herr Stolz, fünf Prozent sind mir zu wenig. Ich brauche mindestens zehn.
Stolz: Zehn schaffe ich nicht. Sieben Prozent kann ich Ihnen anbieten.
Reuther: Und wenn wir den Wartungsvertrag gleich für drei Jahre abschließen?
Stolz: Dann könnte ich auf neun Prozent gehen.
Reuther: Gut, neun Prozent. Wie sieht es mit der Zahlung aus? Wir hätten gern 45 Tage.
Stolz: 45 Tage sind in Ordnung.
Reuther: Und die Schulung der Mitarbeiter, ist die dabei?
Stolz: Ja, die Schulung übernehmen wir.
Reuther: Können wir die Anfahrtspauschale streichen?
Stolz: Nein, die Anfahrtspauschale muss bleiben, leider.
Reuther: Na gut. Dann sind wir uns einig.
Stolz: Einverstanden, ich schicke Ihnen den Vertrag.
""",
        {
            "vendor": "Lampertz Medizintechnik",
            "deal_date": "2026-03-17",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "45 Tage",
            "flexible_on": ["Schulung der Mitarbeiter"],
            "firm_on": ["Anfahrtspauschale streichen"],
            "tactics": [("den Wartungsvertrag gleich für drei Jahre abschließen", "worked")],
        },
    ),
    "a Spanish call": (
        """Transcripción – llamada del 12/02/2026
Intervienen: Marta (Hoteles Brisamar), Joaquín (Lavanderías Tajo)

Marta: Buenos días, Joaquín. ¿Qué me ofreces este año?
Joaquín: Podemos dejarlo en un cuatro por ciento de descuento.
Marta: Cuatro es poco. Si os damos también el hotel de Cádiz, ¿llegáis al ocho?
Joaquín: Con Cádiz sí, ocho por ciento.
Marta: Perfecto, ocho entonces. ¿Podemos pagar a 60 días?
Joaquín: A 60 no puedo. A 45, sí.
Marta: Vale, 45 días.
Joaquín: De acuerdo.
Marta: ¿Y las recogidas en domingo?
Joaquín: Sin problema, las incluimos.
Marta: ¿Y el mínimo mensual de kilos?
Joaquín: El mínimo no se toca, lo siento.
Marta: Bien, pues trato hecho.
Joaquín: Trato hecho, te envío el contrato hoy.
""",
        {
            "vendor": "Lavanderías Tajo",
            "deal_date": "2026-02-12",
            "outcome": "agreed",
            "discount_pct": "8",
            "payment_terms": "45 días",
            "flexible_on": ["recogidas en domingo"],
            "firm_on": ["mínimo mensual de kilos"],
            "tactics": [("os damos también el hotel de Cádiz", "worked")],
        },
    ),
    "an Italian call with stamps": (
        """Trascrizione chiamata del 3 aprile 2026
Partecipanti: Giulia Neri (ufficio acquisti), Paolo Berti (Tecnoverde Impianti)

[00:05] Giulia: Buongiorno Paolo, allora, a quanto arrivate?
[00:11] Paolo: Posso arrivare al sei per cento.
[00:16] Giulia: Non basta. E se vi affidiamo anche la sede di Prato?
[00:24] Paolo: Con Prato vi faccio il nove per cento.
[00:30] Giulia: Va bene, nove per cento. Pagamento a novanta giorni?
[00:36] Paolo: Novanta no, sessanta giorni va bene.
[00:40] Giulia: D'accordo, sessanta giorni.
[00:45] Giulia: La manutenzione del sabato è compresa?
[00:49] Paolo: Sì, compresa.
[00:53] Giulia: E il canone fisso?
[00:56] Paolo: Mi dispiace, il canone fisso resta.
[01:02] Giulia: Bene, affare fatto.
[01:04] Paolo: Affare fatto.
""",
        {
            "vendor": "Tecnoverde Impianti",
            "deal_date": "2026-04-03",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "sessanta giorni",
            "flexible_on": ["manutenzione del sabato"],
            "firm_on": ["canone fisso"],
            "tactics": [("vi affidiamo anche la sede di Prato", "worked")],
        },
    ),
    "Dutch subtitles": (
        """WEBVTT

1
00:00:01.000 --> 00:00:04.000
<v Bram de Wit>Goedemiddag, dit is de laatste ronde met Kastanje Verpakkingen.

2
00:00:04.500 --> 00:00:09.000
<v Lotte (Kastanje Verpakkingen)>Ik kan jullie zes procent korting geven.

3
00:00:09.500 --> 00:00:14.000
<v Bram de Wit>Zes is te weinig. Stel dat we het volume van Gent erbij doen?

4
00:00:14.500 --> 00:00:18.000
<v Lotte (Kastanje Verpakkingen)>Dan kom ik op negen procent.

5
00:00:18.500 --> 00:00:22.000
<v Bram de Wit>Akkoord, negen procent. En betaling binnen zestig dagen?

6
00:00:22.500 --> 00:00:25.000
<v Lotte (Kastanje Verpakkingen)>Zestig dagen is goed.

7
00:00:25.500 --> 00:00:29.000
<v Bram de Wit>Kunnen we de spoedtoeslag laten vallen?

8
00:00:29.500 --> 00:00:33.000
<v Lotte (Kastanje Verpakkingen)>Nee, dat kan niet. De spoedtoeslag blijft.

9
00:00:33.500 --> 00:00:37.000
<v Bram de Wit>Goed, dan zijn we eruit.

10
00:00:37.500 --> 00:00:39.000
<v Lotte (Kastanje Verpakkingen)>Afgesproken.
""",
        {
            "vendor": "Kastanje Verpakkingen",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "zestig dagen",
            "firm_on": ["spoedtoeslag laten vallen"],
            "tactics": [("het volume van Gent erbij doen", "worked")],
        },
    ),
    "Portuguese subtitles": (
        """1
00:00:01,000 --> 00:00:05,000
Inês (Compras): Boa tarde, Rui. Cinco por cento não chega.

2
00:00:05,500 --> 00:00:09,000
Rui (Papelaria Monteverde): Posso chegar aos oito por cento

3
00:00:09,200 --> 00:00:12,000
se fecharem dois anos.

4
00:00:12,500 --> 00:00:16,000
Inês (Compras): Dois anos, tudo bem. Oito por cento então.

5
00:00:16,500 --> 00:00:19,000
Rui (Papelaria Monteverde): Combinado, oito.

6
00:00:19,500 --> 00:00:22,000
Inês (Compras): Pagamento a 60 dias?

7
00:00:22,500 --> 00:00:25,000
Rui (Papelaria Monteverde): 60 dias, sem problema.

8
00:00:25,500 --> 00:00:28,000
Inês (Compras): E as entregas ao sábado?

9
00:00:28,500 --> 00:00:31,000
Rui (Papelaria Monteverde): Isso infelizmente não é possível.

10
00:00:31,500 --> 00:00:34,000
Inês (Compras): Está bem, negócio fechado.

11
00:00:34,500 --> 00:00:36,000
Rui (Papelaria Monteverde): Negócio fechado.
""",
        {
            "vendor": "Papelaria Monteverde",
            "outcome": "agreed",
            "discount_pct": "8",
            "payment_terms": "60 dias",
            "firm_on": ["entregas ao sábado"],
            "tactics": [("Dois anos", "worked")],
        },
    ),
    "an English call": (
        """Call with Thornacre Logistics, 21 January 2026

Dave: Morning. So we looked at your last proposal. Four percent isn't going to cut it.
Sunita: I hear you. What would make it work for you?
Dave: We need twelve.
Sunita: Twelve is a stretch. I can do eight.
Dave: What if we move the Leeds depot over to you as well?
Sunita: Hmm. With Leeds on board I can get to ten percent.
Dave: Ten it is. Can you do net 60?
Sunita: Net 45 is the best I can do.
Dave: Okay, net 45.
Sunita: Great.
Dave: What about the waiting time charge?
Sunita: We can drop the waiting time charge for the first hour.
Dave: And the fuel clause?
Sunita: The fuel clause stays, I'm afraid.
Dave: Alright. We've got a deal.
Sunita: Fantastic, we have a deal. I'll send the paperwork over.
""",
        {
            "vendor": "Thornacre Logistics",
            "deal_date": "2026-01-21",
            "outcome": "agreed",
            "discount_pct": "10",
            "payment_terms": "Net 45",
            "flexible_on": ["waiting time charge"],
            "firm_on": ["fuel clause"],
            "tactics": [("move the Leeds depot over to you as well", "worked")],
        },
    ),
    "a French call": (
        """Compte-rendu d'appel du 8 janvier 2026
Présents : Camille Roy (achats, Biscuiterie Lannec) et Hervé Petit (Transports Gaillard)

Camille : Hervé, trois pour cent, c'est trop peu.
Hervé : Je peux monter à cinq pour cent.
Camille : Nous avons une offre concurrente à huit.
Hervé : D'accord, je m'aligne, huit pour cent.
Camille : Parfait, huit pour cent. Le paiement à 45 jours, ça vous va ?
Hervé : 45 jours, entendu.
Camille : Vous pourriez livrer le samedi ?
Hervé : Oui, le samedi c'est possible.
Camille : Et la surcharge carburant ?
Hervé : Impossible, elle reste.
Camille : Bon, alors c'est d'accord pour nous.
Hervé : Marché conclu.
""",
        {
            "vendor": "Transports Gaillard",
            "deal_date": "2026-01-08",
            "outcome": "agreed",
            "discount_pct": "8",
            "payment_terms": "45 jours",
            "flexible_on": ["livrer le samedi"],
            "firm_on": ["surcharge carburant"],
            "tactics": [("Nous avons une offre concurrente à huit", "worked")],
        },
    ),
    "a call that breaks off": (
        """Call 4 March 2026. Speakers: Olga (us), Pete (Brambleford Paints)

Olga: We want ten percent.
Pete: I can offer five.
Olga: Seven?
Pete: No, five is my limit.
Olga: Then we can't do this. We'll look elsewhere.
Pete: Understood. Let's leave it there.
""",
        {"vendor": "Brambleford Paints", "deal_date": "2026-03-04", "outcome": "no_deal"},
    ),
    "a call without marks": (
        """Transcript, 12 May 2026
(auto-generated, no punctuation)

Noor (Castlegate Council): so what can you do on the price
Vic (Pennywhistle Play Equipment): we could do seven percent off
Noor (Castlegate Council): we need ten really
Vic (Pennywhistle Play Equipment): nine and that is as far as i can go
Noor (Castlegate Council): ok nine percent then
Noor (Castlegate Council): and can we pay in sixty days
Vic (Pennywhistle Play Equipment): thirty
Noor (Castlegate Council): forty five
Vic (Pennywhistle Play Equipment): fine forty five days
Noor (Castlegate Council): free installation
Vic (Pennywhistle Play Equipment): yes that is included
Noor (Castlegate Council): and the inspection fee
Vic (Pennywhistle Play Equipment): no we have to charge that
Noor (Castlegate Council): ok deal
Vic (Pennywhistle Play Equipment): deal thank you
""",
        {
            "vendor": "Pennywhistle Play Equipment",
            "deal_date": "2026-05-12",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "forty five days",
            "flexible_on": ["installation"],
            "firm_on": ["inspection fee"],
        },
    ),
    "a call on a rise": (
        """Call 2 February 2026. Present: Ida (us), Tor (Skarvik Seafood)

Ida: Your list went up by six percent in January.
Tor: Yes, energy costs.
Ida: Can you bring that increase down?
Tor: I can go to four percent.
Ida: Four is fine. And payment stays at 30 days?
Tor: Yes, 30 days.
Ida: Agreed.
Tor: Agreed.
""",
        {"vendor": "Skarvik Seafood", "deal_date": "2026-02-02", "outcome": "agreed", "payment_terms": "30 days"},
    ),
    "a German call with a condition": (
        """Gespräch vom 11.11.2025, Uwe (wir) und Ines (Falkentor Druck)

Uwe: Ines, was geht beim Preis?
Ines: Ich kann euch acht Prozent geben, aber nur bei zwei Jahren Laufzeit.
Uwe: Zwei Jahre sind okay.
Ines: Dann acht Prozent.
Uwe: Und Zahlung in 30 Tagen?
Ines: Passt.
Uwe: Kostenlose Muster?
Ines: Klar, Muster sind kostenlos.
Uwe: Und die Vorauskasse für Sonderformate?
Ines: Daran ist leider nicht zu rütteln.
Uwe: Abgemacht.
Ines: Abgemacht, Vertrag kommt morgen.
""",
        {
            "vendor": "Falkentor Druck",
            "deal_date": "2025-11-11",
            "outcome": "agreed",
            "discount_pct": "8",
            "payment_terms": "30 Tagen",
            "flexible_on": ["Muster"],
            "firm_on": ["Vorauskasse für Sonderformate"],
            "tactics": [("Zwei Jahre sind okay", "worked")],
        },
    ),
    "a German chat with the vendor": (
        """Chat mit Lieferant, 03.03.2026

[03.03.2026 10:01] Kim (Einkauf): Hallo Herr Vogt, wir bräuchten 12 Prozent.
[03.03.2026 10:05] Vogt (Ahlmann Kälte): 12 sind nicht drin. 9 Prozent wären möglich.
[03.03.2026 10:07] Kim (Einkauf): Einverstanden mit 9. Zahlbar in 45 Tagen?
[03.03.2026 10:09] Vogt (Ahlmann Kälte): Ja, 45 Tage passen.
[03.03.2026 10:10] Kim (Einkauf): Entfällt die Notdienstpauschale?
[03.03.2026 10:12] Vogt (Ahlmann Kälte): Leider nein.
[03.03.2026 10:13] Kim (Einkauf): OK, dann machen wir es so. Abgemacht.
[03.03.2026 10:14] Vogt (Ahlmann Kälte): Abgemacht!
""",
        {
            "vendor": "Ahlmann Kälte",
            "deal_date": "2026-03-03",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "45 Tagen",
            "firm_on": ["Notdienstpauschale"],
        },
    ),
    "roles instead of names": (
        """Meeting transcript - 19 June 2026
Buyer: Thanks for coming back. Where are you on price?
Seller: We can offer a six percent discount on the catalogue.
Buyer: With a two-year commitment?
Seller: With two years, nine percent.
Buyer: OK, two years, nine percent. Net 60?
Seller: Net 60 works.
Buyer: Could you waive the setup fee?
Seller: The setup fee we can waive.
Buyer: And the price lock?
Seller: That one I can't give you.
Buyer: Fine. We have a deal.
Seller: Great, Marlstone Software is happy to have you.
""",
        {
            "deal_date": "2026-06-19",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "Net 60",
            "flexible_on": ["setup fee"],
            "firm_on": ["price lock"],
            "tactics": [("With a two-year commitment", "worked")],
        },
    ),
}
CHATS: dict[str, tuple[str, dict[str, Any]]] = {
    "a German chat": (
        """[12/01/2026, 09:02] Frida: Moin, gibt's was Neues von Brennecke Etiketten?
[12/01/2026, 09:05] Olli: Jo, gestern unterschrieben
[12/01/2026, 09:06] Frida: Super! Wie viel?
[12/01/2026, 09:07] Olli: 7,5 % Nachlass auf die Liste
[12/01/2026, 09:07] Olli: angefangen haben die bei 3
[12/01/2026, 09:08] Frida: Und Zahlungsziel?
[12/01/2026, 09:09] Olli: 30 Tage netto
[12/01/2026, 09:10] Frida: Wo haben sie sonst nachgegeben?
[12/01/2026, 09:11] Olli: Mindestmenge und Sonderfarben
[12/01/2026, 09:12] Frida: Und was ging gar nicht?
[12/01/2026, 09:13] Olli: Werkzeugkosten. Keine Chance.
[12/01/2026, 09:14] Frida: Wie hast du das geschafft?
[12/01/2026, 09:16] Olli: Hab ihnen die Etiketten für Polen in Aussicht gestellt, das hat gezogen
""",
        {
            "vendor": "Brennecke Etiketten",
            "deal_date": "2026-01-11",
            "outcome": "agreed",
            "discount_pct": "7.5",
            "discount_base": "list",
            "payment_terms": "30 Tage netto",
            "flexible_on": ["Mindestmenge", "Sonderfarben"],
            "firm_on": ["Werkzeugkosten"],
            "tactics": [("Hab ihnen die Etiketten für Polen in Aussicht gestellt", "worked")],
        },
    ),
    "a French chat": (
        """Salut, export du canal #achats – 6 mars 2026

Lucie 10:12
c'est bouclé avec Imprimerie Valdor, signé ce matin 🎉
Karim 10:13
bravo ! combien ?
Lucie 10:14
11 % de remise sur le tarif
ils étaient partis à 4
Karim 10:15
et le paiement ?
Lucie 10:15
45 jours fin de mois
Karim 10:16
ils ont lâché quoi d'autre ?
Lucie 10:17
les frais de port et les retirages
Karim 10:18
et sur quoi ils ont bloqué ?
Lucie 10:19
le papier recyclé, rien à faire
Karim 10:20
comment t'as fait ?
Lucie 10:21
je leur ai montré le devis de la concurrence. ça a marché direct
""",
        {
            "vendor": "Imprimerie Valdor",
            "deal_date": "2026-03-06",
            "outcome": "agreed",
            "discount_pct": "11",
            "discount_base": "list",
            "payment_terms": "45 jours fin de mois",
            "flexible_on": ["frais de port", "retirages"],
            "firm_on": ["papier recyclé"],
            "tactics": [("je leur ai montré le devis de la concurrence", "worked")],
        },
    ),
    "an Italian chat": (
        """Marco (09:31): Ciao, novità da Ferramenta Adriatica?
Elisa (09:33): chiuso ieri! firmato il contratto
Marco (09:34): grande. sconto?
Elisa (09:34): 8% sul listino
Marco (09:35): pagamento?
Elisa (09:36): 60 giorni data fattura
Marco (09:37): su cosa hanno ceduto?
Elisa (09:38): trasporto e resi
Marco (09:39): e su cosa no?
Elisa (09:40): il minimo d'ordine, niente da fare
""",
        {
            "vendor": "Ferramenta Adriatica",
            "outcome": "agreed",
            "discount_pct": "8",
            "discount_base": "list",
            "payment_terms": "60 giorni data fattura",
            "flexible_on": ["trasporto", "resi"],
            "firm_on": ["minimo d'ordine"],
        },
    ),
    "a Dutch chat": (
        """05-02-26 14:01 - Sanne: Hoe ging het met Veldkamp Schoonmaak?
05-02-26 14:04 - Joost: Goed! Vanmiddag getekend
05-02-26 14:04 - Sanne: Top. Hoeveel korting?
05-02-26 14:05 - Joost: 6 procent op het uurtarief
05-02-26 14:06 - Sanne: En betaling?
05-02-26 14:06 - Joost: 30 dagen na factuurdatum
05-02-26 14:07 - Sanne: Waar gaven ze toe?
05-02-26 14:08 - Joost: De avonduren en de ramen
05-02-26 14:09 - Sanne: En waar niet?
05-02-26 14:10 - Joost: De indexering, daar wilden ze niet aan
05-02-26 14:11 - Sanne: Hoe heb je dat voor elkaar gekregen?
05-02-26 14:12 - Joost: Gedreigd met een nieuwe aanbesteding. Dat werkte.
""",
        {
            "vendor": "Veldkamp Schoonmaak",
            "deal_date": "2026-02-05",
            "outcome": "agreed",
            "discount_pct": "6",
            "payment_terms": "30 dagen na factuurdatum",
            "flexible_on": ["avonduren", "ramen"],
            "firm_on": ["indexering"],
            "tactics": [("Gedreigd met een nieuwe aanbesteding", "worked")],
        },
    ),
    "a Portuguese chat": (
        """10/04/26 16:20 - Bia: e aí, como foi com a Transportadora Ribeirão?
10/04/26 16:22 - Téo: fechado hoje!
10/04/26 16:22 - Bia: boa! quanto de desconto?
10/04/26 16:23 - Téo: 9% na tabela
10/04/26 16:24 - Bia: e o pagamento?
10/04/26 16:24 - Téo: 45 dias
10/04/26 16:25 - Bia: em que cederam?
10/04/26 16:26 - Téo: coleta aos sábados e seguro da carga
10/04/26 16:27 - Bia: e no que não?
10/04/26 16:28 - Téo: o pedágio, nem pensar
10/04/26 16:29 - Bia: como conseguiu?
10/04/26 16:30 - Téo: mostrei a proposta do concorrente, funcionou na hora
""",
        {
            "vendor": "Transportadora Ribeirão",
            "deal_date": "2026-04-10",
            "outcome": "agreed",
            "discount_pct": "9",
            "discount_base": "list",
            "payment_terms": "45 dias",
            "flexible_on": ["coleta aos sábados", "seguro da carga"],
            "firm_on": ["pedágio"],
            "tactics": [("mostrei a proposta do concorrente", "worked")],
        },
    ),
    "an English chat": (
        """priya — Today at 11:02
Any news from Gullwing Security?
tom — Today at 11:05
Signed this morning
14% below list, net 30
priya — Today at 11:06
nice. where did they give?
tom — Today at 11:08
weekend patrols, uniforms
priya — Today at 11:08
red lines?
tom — Today at 11:09
the indemnity cap. full stop
""",
        {
            "vendor": "Gullwing Security",
            "outcome": "agreed",
            "discount_pct": "14",
            "discount_base": "list",
            "payment_terms": "net 30",
            "flexible_on": ["weekend patrols", "uniforms"],
            "firm_on": ["indemnity cap"],
        },
    ),
    "a chat on talks broken off": (
        """[2026-03-03 10:00] ana: what happened with Halden Optics?
[2026-03-03 10:02] raj: walked away, we got nowhere on price. they would not go above 3%
[2026-03-03 10:03] ana: ouch. so who now?
[2026-03-03 10:04] raj: probably Brightline Lenses, meeting them monday
""",
        {"vendor": "Halden Optics", "deal_date": "2026-03-03", "outcome": "walked_away"},
    ),
    "an inner call": (
        """Internal debrief call, 14 May 2026, Ana and Raj

Ana: So how did it go with Fennimore Freight?
Raj: We signed yesterday. They came down to eight percent off list in the end.
Ana: And payment terms?
Raj: Net 45.
Ana: Were they flexible?
Raj: On delivery windows, yes. They would not move on the fuel surcharge.
Ana: What did you try?
Raj: I threatened to retender. That worked.
""",
        {
            "vendor": "Fennimore Freight",
            "deal_date": "2026-05-13",
            "outcome": "agreed",
            "discount_pct": "8",
            "discount_base": "list",
            "payment_terms": "Net 45",
            "flexible_on": ["delivery windows"],
            "firm_on": ["fuel surcharge"],
            "tactics": [("threatened to retender", "worked")],
        },
    ),
}
NOTHING = {
    "put off": """Call 2 February 2026. Present: Ida (us), Tor (Skarvik Seafood)

Ida: If you gave us fifteen percent, would we sign today?
Tor: We would love that, but fifteen is impossible.
Ida: And twelve?
Tor: Let me talk to my boss.
Ida: OK. Let's speak on Friday.
Tor: Deal, Friday at ten.
""",
    "taken home": """Call 4 March 2026. Speakers: Olga (us), Pete (Brambleford Paints)

Olga: We want ten percent.
Pete: I can offer five, and net 30.
Olga: I'll have to take that to my boss. I'll come back to you next week.
Pete: Fine, talk then.
""",
    "no closing": "Buyer: Eight percent?\nSeller: I can do six.\nBuyer: Hm.\nSeller: Think about it.\nBuyer: I will.\n",
}


@pytest.mark.parametrize("name", CALLS)
def test_a_talk_settles_what_both_sides_took(name: str) -> None:
    """The last figure taken, the points granted and refused, the levers with their result; what was asked and refused is none."""
    text, values = CALLS[name]
    assert told_by(text) == values


@pytest.mark.parametrize("name", CHATS)
def test_a_chat_says_in_answers_what_was_asked(name: str) -> None:
    """A question and its answer are one statement: whom it is about, figures, what moved, what did not, what was tried."""
    text, values = CHATS[name]
    assert told_by(text) == values


@pytest.mark.parametrize("name", NOTHING)
def test_a_talk_that_goes_on_gives_nothing(name: str) -> None:
    """Where nothing was closed nothing is proposed, whatever was offered."""
    assert told_by(NOTHING[name]) == {}


def test_a_correction_replaces_what_it_corrects() -> None:
    """The figure after a correction counts, the one before it does not."""
    values = told_by(
        "lou 10:12\nGullwing Security signed: 17% off list, net 60\n"
        "lou 10:40\nCORRECTION, wrong column. it is 13% off, not 17\nkit 10:41\nok\n"
    )
    assert (values["discount_pct"], values["payment_terms"]) == ("13", "net 60")


@pytest.mark.parametrize(
    "stamp",
    [
        "{}  9:14 AM\n",
        "[03.03.2026 10:01] {}: ",
        "03/03/2026, 10:01 - {}: ",
        "{} [10:01]: ",
        "{} — Today at 11:02\n",
        "[3/3/26 17:03:10] {}: ",
        "{} (09:31): ",
    ],
)
def test_stamps_in_many_shapes(stamp: str) -> None:
    """Whatever stamp stands with a name, the name speaks and the words are its own."""
    words = [
        ("Marco", "any news from Gullwing Security?"),
        ("Elin", "signed this morning"),
        ("Marco", "which rebate?"),
        ("Elin", "9%"),
    ]
    values = told_by("\n".join(stamp.format(name) + said for name, said in words))
    assert (values["vendor"], values["discount_pct"]) == ("Gullwing Security", "9")
