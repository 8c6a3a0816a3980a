"""Talks and chats in further trades: who sells shows in what is asked and answered, and what closes nothing tells nothing."""

from typing import Any

import pytest

from tests.inbox.telling import told_by

# each text with what it tells; a field that is not named here must be empty
TOLD: dict[str, tuple[str, dict[str, Any]]] = {
    "en_hvac": (
        """Call notes (verbatim), 3 February 2026
On the call: Ruth Okafor (Lindmoor Hospitals), Pete Vance (Caldbrook HVAC)

Ruth: Pete, thanks for ringing back. I've gone through your quote and three percent off is not going to get this past the board.
Pete: Okay. What would?
Ruth: I was thinking nine. In return we'd put the two clinics in Selby on the same contract.
Pete: Both clinics? Then nine is doable.
Ruth: Lovely. And we settle invoices at 45 days, everybody does.
Pete: 45 days, that's fine.
Ruth: Now the call-out charge at weekends. Any chance that goes?
Pete: I'm afraid not, the weekend call-out charge is the same for everyone.
Ruth: Could the filters be changed every quarter rather than twice a year?
Pete: Sure, quarterly filter changes are no trouble at all.
Ruth: Right, then I think we have a deal.
Pete: We do. I'll get the paperwork over tomorrow.
""",
        {
            "vendor": "Caldbrook HVAC",
            "deal_date": "2026-02-03",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "45 days",
            "flexible_on": ["filters be changed every quarter rather than twice a year"],
            "firm_on": ["call-out charge at weekends"],
            "tactics": [("put the two clinics in Selby on the same contract", "worked")],
        },
    ),
    "de_druck": (
        """Gesprächsmitschnitt vom 4. November 2025
Anwesend: Karin Voss (Stadtwerke Melbeck), Uwe Trautmann (Druckhaus Ellerbrock)

[00:10] Voss: Herr Trautmann, danke für das Angebot. Mit zwei Prozent komme ich bei uns nicht durch.
[00:17] Trautmann: Was brauchen Sie denn?
[00:21] Voss: Sieben. Dafür würden wir Ihnen auch den Geschäftsbericht geben.
[00:33] Trautmann: Den Geschäftsbericht auch? Dann sind sieben Prozent drin.
[00:41] Voss: Sehr schön. Und beim Zahlungsziel dachte ich an 30 Tage.
[00:46] Trautmann: 30 Tage passen.
[00:52] Voss: Wie sieht es mit kurzfristigen Korrekturen aus?
[00:57] Trautmann: Kurzfristige Korrekturen sind bei uns immer möglich.
[01:05] Voss: Auf den Expresszuschlag würden wir gern verzichten.
[01:11] Trautmann: Das geht leider nicht, der Expresszuschlag bleibt.
[01:20] Voss: Verstanden. Dann sind wir uns einig?
[01:23] Trautmann: Ja, wir sind uns einig.
""",
        {
            "vendor": "Druckhaus Ellerbrock",
            "deal_date": "2025-11-04",
            "outcome": "agreed",
            "discount_pct": "7",
            "payment_terms": "30 Tage",
            "flexible_on": ["kurzfristigen Korrekturen"],
            "firm_on": ["Expresszuschlag"],
            "tactics": [("Ihnen auch den Geschäftsbericht geben", "worked")],
        },
    ),
    "fr_resto": (
        """Échange téléphonique du 6 mai 2026
Présents : Claire Jousset (Clinique des Aulnes), Marc Thévenin (Restauration Bellecombe)

Claire Jousset : Bonjour Marc. Franchement, vos 3 % de remise, c'est trop peu.
Marc Thévenin : Vous espériez combien ?
Claire Jousset : 9 %. En échange, on vous confie aussi la cafétéria du personnel.
Marc Thévenin : Avec la cafétéria, je peux faire 9 %.
Claire Jousset : Très bien. Pour le règlement, nous sommes à 45 jours fin de mois.
Marc Thévenin : 45 jours fin de mois, ça me va.
Claire Jousset : Est-ce qu'on peut revoir les menus chaque mois ?
Marc Thévenin : Aucun souci, les menus peuvent changer chaque mois.
Claire Jousset : Et le minimum de 200 couverts ?
Marc Thévenin : Là je ne peux rien faire, le minimum de couverts est imposé.
Claire Jousset : D'accord. On est bons, alors ?
Marc Thévenin : On est bons, je vous envoie l'avenant.
""",
        {
            "vendor": "Restauration Bellecombe",
            "deal_date": "2026-05-06",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "45 jours fin de mois",
            "flexible_on": ["revoir les menus chaque mois"],
            "firm_on": ["minimum de 200 couverts"],
            "tactics": [("aussi la cafétéria du personnel", "worked")],
        },
    ),
    "it_lab": (
        """Registrazione chiamata 12 gennaio 2026, ore 11
Presenti: Dott. Paolo Rinaldi (Ospedale San Vero), Sig.ra Elena Conti (Reagenti Valsera)

Rinaldi: Signora Conti, il cinque per cento sui kit è poco.
Conti: A quanto pensava?
Rinaldi: Pensavo al dieci. In cambio vi garantiamo un volume annuo di 2.000 kit.
Conti: Con un volume garantito, il dieci per cento si può fare.
Rinaldi: Bene. E il pagamento a novanta giorni?
Conti: Novanta giorni no, sessanta sì.
Rinaldi: Vada per sessanta giorni.
Conti: Perfetto.
Rinaldi: Le consegne in giornata sono possibili?
Conti: Sì, le consegne in giornata le facciamo volentieri.
Rinaldi: E le spese di trasporto refrigerato?
Conti: Quelle restano, mi dispiace.
Rinaldi: Va bene, allora è deciso.
Conti: Affare fatto.
""",
        {
            "vendor": "Reagenti Valsera",
            "deal_date": "2026-01-12",
            "outcome": "agreed",
            "discount_pct": "10",
            "payment_terms": "sessanta giorni",
            "flexible_on": ["consegne in giornata"],
            "firm_on": ["spese di trasporto refrigerato"],
            "tactics": [("garantiamo un volume annuo di 2.000 kit", "worked")],
        },
    ),
    "nl_heftruck": (
        """Gespreksverslag (letterlijk), 21 april 2026
Aanwezig: Joke Terpstra (Zuivelbedrijf Lauwers), Kees Brandsma (Heftrucks Almenveld)

[00:05] Terpstra: Kees, die vier procent op de huurprijs is te weinig.
[00:11] Brandsma: Waar dacht je aan?
[00:15] Terpstra: Twaalf. Als wij de hele vloot van dertig trucks bij jullie onderbrengen.
[00:27] Brandsma: De hele vloot? Dan kan ik twaalf procent geven.
[00:34] Terpstra: Mooi. Betalen doen we binnen 30 dagen.
[00:38] Brandsma: 30 dagen is prima.
[00:45] Terpstra: Kunnen we een truck tussentijds omruilen?
[00:50] Brandsma: Ja hoor, omruilen mag altijd.
[00:57] Terpstra: En de schadeverzekering, kan die eruit?
[01:02] Brandsma: Nee, de schadeverzekering is verplicht.
[01:10] Terpstra: Begrepen. Dan hebben we een akkoord.
[01:13] Brandsma: Akkoord, ik stuur het op.
""",
        {
            "vendor": "Heftrucks Almenveld",
            "deal_date": "2026-04-21",
            "outcome": "agreed",
            "discount_pct": "12",
            "payment_terms": "30 dagen",
            "flexible_on": ["truck tussentijds omruilen"],
            "firm_on": ["schadeverzekering"],
            "tactics": [("de hele vloot van dertig trucks bij jullie onderbrengen", "worked")],
        },
    ),
    "pt_energia": (
        """Reunião telefónica, 2 de junho de 2025
Presentes: Marta Vilhena (Cerâmicas do Liz), João Sequeira (Energia Marvalto)

Marta Vilhena: João, dois por cento sobre a tarifa é muito pouco.
João Sequeira: Quanto precisavam?
Marta Vilhena: Seis. E nós passamos para um contrato de três anos.
João Sequeira: Com três anos, consigo os seis por cento.
Marta Vilhena: Boa. Pagamos a 45 dias, como sempre.
João Sequeira: 45 dias, sem problema.
Marta Vilhena: Podemos rever a potência a meio do ano?
João Sequeira: Claro, a potência pode ser revista quando quiserem.
Marta Vilhena: E a caução, pode cair?
João Sequeira: Infelizmente a caução tem de ficar.
Marta Vilhena: Percebo. Então estamos de acordo.
João Sequeira: Estamos de acordo, envio o contrato amanhã.
""",
        {
            "vendor": "Energia Marvalto",
            "deal_date": "2025-06-02",
            "outcome": "agreed",
            "discount_pct": "6",
            "payment_terms": "45 dias",
            "flexible_on": ["rever a potência a meio do ano"],
            "firm_on": ["caução"],
            "tactics": [("um contrato de três anos", "worked")],
        },
    ),
    "de_teams": (
        """Teams-Chat "Einkauf Logistik"

[08.05.2026, 13:02] Svenja Holt: na, seid ihr mit den Paletten durch?
[08.05.2026, 13:04] Malte Brix: jo, Palettenhof Ruhrau hat heute unterschrieben
[08.05.2026, 13:05] Svenja Holt: stark. wie viel Nachlass?
[08.05.2026, 13:06] Malte Brix: 9 % auf den Stückpreis, Einstieg war bei 2
[08.05.2026, 13:07] Malte Brix: gezahlt wird nach 30 Tagen
[08.05.2026, 13:08] Svenja Holt: womit hast du sie gekriegt?
[08.05.2026, 13:10] Malte Brix: ich habe ihnen das Angebot der Konkurrenz gezeigt, das hat gesessen
[08.05.2026, 13:11] Malte Brix: mit der Zwei-Jahres-Laufzeit habe ich auch gelockt, hat aber nichts gebracht
[08.05.2026, 13:12] Svenja Holt: und die Rückholung?
[08.05.2026, 13:13] Malte Brix: kein Problem, machen sie
[08.05.2026, 13:14] Malte Brix: nur beim Mindestbestellwert ging gar nichts
""",
        {
            "vendor": "Palettenhof Ruhrau",
            "deal_date": "2026-05-08",
            "outcome": "agreed",
            "discount_pct": "9",
            "payment_terms": "30 Tagen",
            "flexible_on": ["Rückholung"],
            "firm_on": ["Mindestbestellwert"],
            "tactics": [
                ("ich habe ihnen das Angebot der Konkurrenz gezeigt", "worked"),
                ("mit der Zwei-Jahres-Laufzeit habe ich auch gelockt", "failed"),
            ],
        },
    ),
    "fr_wa": (
        """12/02/2026 16:01 - Lise: alors les ascenseurs ??
12/02/2026 16:03 - Bruno: c'est signé avec Ascenseurs Montrelle depuis midi
12/02/2026 16:04 - Lise: top ! quelle remise ?
12/02/2026 16:05 - Bruno: 12 % sur le forfait annuel, ils étaient partis à 5
12/02/2026 16:06 - Lise: et le paiement ?
12/02/2026 16:06 - Bruno: 45 jours fin de mois
12/02/2026 16:08 - Lise: comment t'as fait
12/02/2026 16:10 - Bruno: je leur ai promis les deux parkings en plus, ça a tout débloqué
12/02/2026 16:11 - Bruno: j'ai aussi parlé d'un concurrent, aucun effet
12/02/2026 16:12 - Lise: ils ont bloqué sur quoi ?
12/02/2026 16:13 - Bruno: les astreintes de nuit, rien à faire. pareil pour les pièces détachées
12/02/2026 16:14 - Bruno: par contre très souples sur les horaires de visite
""",
        {
            "vendor": "Ascenseurs Montrelle",
            "deal_date": "2026-02-12",
            "outcome": "agreed",
            "discount_pct": "12",
            "payment_terms": "45 jours fin de mois",
            "flexible_on": ["horaires de visite"],
            "firm_on": ["astreintes de nuit", "pièces détachées"],
            "tactics": [("je leur ai promis les deux parkings en plus", "worked"), ("ai aussi parlé d'un concurrent", "failed")],
        },
    ),
    "es_wa": (
        """5/11/25, 10:20 - Nuria: qué pasó con los de la mensajería?
5/11/25, 10:22 - Paco: firmado ayer con Mensajeros Tarabel
5/11/25, 10:23 - Nuria: bien!! descuento?
5/11/25, 10:24 - Paco: un 13 % sobre tarifa. pagamos a 30 días
5/11/25, 10:25 - Nuria: y eso cómo lo lograste
5/11/25, 10:27 - Paco: les ofrecí todo el volumen de Levante y entraron enseguida
5/11/25, 10:28 - Paco: intenté que quitaran el seguro obligatorio pero no coló
5/11/25, 10:29 - Nuria: y las recogidas de tarde?
5/11/25, 10:30 - Paco: sin problema, cuando queramos
5/11/25, 10:31 - Paco: en el recargo de islas no ceden ni a tiros
""",
        {
            "vendor": "Mensajeros Tarabel",
            "deal_date": "2025-11-04",
            "outcome": "agreed",
            "discount_pct": "13",
            "discount_base": "list",
            "payment_terms": "30 días",
            "flexible_on": ["recogidas de tarde"],
            "firm_on": ["recargo de islas"],
            "tactics": [
                ("les ofrecí todo el volumen de Levante y entraron enseguida", "worked"),
                ("intenté que quitaran el seguro obligatorio", "failed"),
            ],
        },
    ),
    "pt_chat": (
        """20/05/2026 11:02 - Inês: então e os seguranças?
20/05/2026 11:04 - Duarte: fechado ontem com a Vigilância Torredouro
20/05/2026 11:05 - Inês: boa! que desconto?
20/05/2026 11:06 - Duarte: 7% sobre o preço hora, começaram em 2
20/05/2026 11:07 - Duarte: pagamos a 45 dias
20/05/2026 11:08 - Inês: como conseguiste?
20/05/2026 11:10 - Duarte: prometi-lhes também a portaria de Aveiro, resultou logo
20/05/2026 11:11 - Inês: e as trocas de turno?
20/05/2026 11:12 - Duarte: sem problema nenhum
20/05/2026 11:13 - Duarte: no subsídio noturno é que não mexeram
""",
        {
            "vendor": "Vigilância Torredouro",
            "deal_date": "2026-05-19",
            "outcome": "agreed",
            "discount_pct": "7",
            "payment_terms": "45 dias",
            "firm_on": ["subsídio noturno"],
            "tactics": [("prometi-lhes também a portaria de Aveiro", "worked")],
        },
    ),
}

NOTHING = {
    "trap_open_de": """Telefonat vom 11.03.2026
Teilnehmer: Petra Lang (Kliniken Ostheide), Jan Mertens (Wäscherei Tornau)

Lang: Ihre drei Prozent reichen nicht. Wenn wir die Kittel dazunehmen, gehen dann acht?
Mertens: Acht Prozent wären denkbar, das muss ich aber intern klären.
Lang: Und 60 Tage Zahlungsziel?
Mertens: 60 Tage sehe ich nicht. Einverstanden wäre ich mit 30.
Lang: Dann melden Sie sich nächste Woche.
Mertens: Mache ich. Vielen Dank.
""",
    "trap_hyp_en": """Prep call 5 May 2026
Ann: So if they offer ten, do we take it?
Bob: Yes, ten percent is fine for me.
Ann: And net 60?
Bob: Net 60 would be good. They could be flexible on delivery.
Ann: OK, agreed. Let's call them tomorrow.
Bob: Deal.
""",
    "trap_lastyear": """[02/02/2026, 10:00] Ann: do you remember what we got from Calder Freight last year?
[02/02/2026, 10:02] Ben: 12% off, net 45. signed in march
[02/02/2026, 10:03] Ann: this year they want plus 6
[02/02/2026, 10:04] Ben: no chance. talk to them next week
""",
    "trap_plan": """[02/02/2026, 10:00] Ida: so for Nordvik Print, what do we ask
[02/02/2026, 10:02] Leo: I'd say 15% and net 60. they were flexible on proofs last time
[02/02/2026, 10:03] Ida: and if they say no?
[02/02/2026, 10:04] Leo: then we mention the other quote, should work
""",
    "joke": """[02/02/2026, 10:00] Ida: guess who signed with Nordvik Print for 5% off haha
[02/02/2026, 10:02] Leo: not us I hope
[02/02/2026, 10:03] Ida: no, Martens next door
""",
    "support_call": """Transcript 3 June 2026
Participants: Lea Marsh (Tarnfield Council), Bo Jensen (Veldstone Backup)

Lea Marsh: Can we restore the files from Tuesday?
Bo Jensen: Sure, that's no problem.
Lea Marsh: And the old tapes?
Bo Jensen: No, those we can't read any more.
Lea Marsh: OK. How much of the disk is full?
Bo Jensen: Eighty percent.
Lea Marsh: Fine, deal with it next week then.
Bo Jensen: Will do.
""",
    "sales_pitch_de": """Gespräch 12.05.2026
Teilnehmer: Jens Adam (Molkerei Friesland), Eva Kurz (Energiewerk Sonnau)

Kurz: Wir könnten Ihnen sechs Prozent geben, wenn Sie bis Freitag unterschreiben.
Adam: Sechs sind wenig. Und 60 Tage?
Kurz: 60 Tage gehen nicht, 30 sind möglich.
Adam: Und die Abschlagszahlung, kann die weg?
Kurz: Ja, das machen wir.
Adam: Gut, ich spreche mit dem Vorstand und melde mich.
Kurz: Einverstanden, bis dann.
""",
    "price_rise": """Call 9 March 2026
Attendees: Dee Hall (Kestle Foods), Max Orr (Brinefield Salt)

Dee: Your letter asks for nine percent more. That's too much.
Max: Energy has doubled. What would you accept?
Dee: Four percent.
Max: Four percent, OK, if you stay at net 14.
Dee: Net 14 is fine. Agreed.
Max: Agreed.
""",
    "it_rinvio": """Chiamata 4 febbraio 2026
Partecipanti: Anna Riva (Comune di Sestola), Ugo Neri (Ascensori Valdarno)

Riva: Se firmiamo per tre anni arrivate al dieci per cento?
Neri: Il dieci per cento va bene per me, ma devo chiedere alla direzione.
Riva: E le chiamate notturne incluse?
Neri: Quelle no.
Riva: Allora ci sentiamo giovedì.
Neri: D'accordo, a giovedì.
""",
    "other_side_chat": """[09:01] Kim: did Hartwell really sign with Loxley Cranes?
[09:03] Jo: yes, 14% off and net 60 apparently
[09:04] Kim: how did they do it
[09:05] Jo: threatened to leave, it worked
[09:06] Kim: we should try that
""",
    "interview": """Interview, 3 March 2026
Participants: Gina Lowe (Trade Weekly), Karl Brandt (Nordform Steel)

Gina Lowe: Can buyers still get ten percent?
Karl Brandt: Yes, ten percent is possible with volume.
Gina Lowe: And longer terms?
Karl Brandt: Sure, we are flexible there.
Gina Lowe: And the energy surcharge?
Karl Brandt: No, the energy surcharge stays.
Gina Lowe: Thank you, that's all settled then.
Karl Brandt: Thank you.
""",
}


@pytest.mark.parametrize("name", TOLD)
def test_a_talk_tells_what_both_sides_settled(name: str) -> None:
    """Sides show in what is asked and answered; the last figure taken counts, with what was granted, kept and put forward."""
    text, values = TOLD[name]
    assert told_by(text) == values


@pytest.mark.parametrize("name", NOTHING)
def test_what_closes_nothing_tells_nothing(name: str) -> None:
    """A plan, another year, others' deals, a call about something else and a talk that goes on propose no deal."""
    assert told_by(NOTHING[name]) == {}
