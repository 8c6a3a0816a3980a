"""Shapes: a ledger, a list of orders, a register, a price list and a list of vendors are told from logs of deals."""

from collections.abc import Mapping
from datetime import date

import pytest

from leverage import KnowledgeBase, LeverageError
from leverage.imports import Plan, commit, plan

TODAY = date(2026, 11, 29)
VENDORS = ("Orbanex AG", "Tillmark Ltd", "Quarrel & Sons", "Vesper SARL")
PEOPLE = ("Mina Sato", "Jon Brandt")


def cell(kind: str, n: int, vendors: int) -> str:
    """Return the n-th cell of a column of a kind."""
    day = f"2025-{n % 12 + 1:02}-{n % 27 + 1:02}"
    amount = f"{(n * 977) % 9000 + 100}.{n % 90 + 10}"
    made: Mapping[str, str] = {
        "v": VENDORS[n % len(VENDORS)] if vendors == 4 else f"Firm {chr(65 + n % 26)}{chr(65 + n // 26)} Works",
        "d": day,
        "e": f"2027-{n % 12 + 1:02}-28",
        "a": amount,
        "b": f"{float(amount) * 1.3:.2f}",
        "p": f"{n % 20 + 1}%",
        "i": f"X{n + 1000}",
        "t": f"Net {(n % 4) * 30 % 90 or 30}",
        "T": "Net 30",
        "n": PEOPLE[n % 2],
        "g": ("IT", "HR", "Sales")[n % 3],
        "x": f"Paper size {n}",
        "q": str(n + 1),
        "o": ("Agreed", "No deal", "Won")[n % 3],
        "s": ("Open", "Paid", "Closed")[n % 3],
        "S": ("Active", "Expired")[n % 2],
        "c": ("EUR", "USD")[n % 2],
        "w": "They refused at first, then agreed after we pushed for a lower price",
        "z": "",
    }
    return made[kind]


def listed(columns: str, rows: int = 40, vendors: int = 4) -> str:
    """Return a file with these columns, each written as heading=kind."""
    parts = [column.rpartition("=") for column in columns.split(";")]
    lines = [";".join(head for head, _, _ in parts)]
    return "\n".join([*lines, *(";".join(cell(kind, n, vendors) for _, _, kind in parts) for n in range(rows))])


def read(text: str, **options: object) -> Plan:
    """Return the plan of a file."""
    return plan(text.encode(), "list.csv", today=TODAY, **options)  # type: ignore[arg-type]


OTHERS = [
    # payments
    ("payments", "Vendor Name=v;Invoice No=i;Posting Date=d;Amount=a;Cost Centre=g;Payment Terms=T"),
    ("payments", "Supplier=v;Invoice Number=i;Invoice Date=d;Due Date=e;Amount=a;Status=s;Payment Terms=t"),
    ("payments", "Supplier=v;Document Number=i;Document Date=d;Posting Date=d;GL Account=i;Amount in local currency=a;Text=x"),
    ("payments", "Payee=v;Check Date=d;Check No=i;Amount=a;Department=g"),
    ("payments", "Entity=g;Date=d;Expense Type=x;Expense area=g;Supplier=v;Transaction number=i;Amount=a"),
    ("payments", "Kreditor=v;Belegnummer=i;Buchungsdatum=d;Fälligkeit=e;Betrag=a;Währung=c;Zahlungsbedingung=T;Kostenstelle=g"),
    ("payments", "Lieferant=v;Rechnungsnummer=i;Rechnungsdatum=d;Nettobetrag=a;Sachkonto=i;Buchungstext=x"),
    ("payments", "Fournisseur=v;N° facture=i;Date de facture=d;Montant HT=a;Centre de coûts=g;Conditions de paiement=T"),
    ("payments", "Compte=i;Date comptable=d;Pièce comptable=i;Libellé écriture=x;Fournisseur=v;Débit=a;Crédit=a"),
    ("payments", "Proveedor=v;Nº factura=i;Fecha de factura=d;Fecha de pago=e;Importe=a;Centro de coste=g;Forma de pago=T"),
    ("payments", "Fornecedor=v;Nota fiscal=i;Data de lançamento=d;Valor=a;Centro de custo=g;Condição de pagamento=T"),
    ("payments", "Fornitore=v;Numero fattura=i;Data fattura=d;Importo=a;Centro di costo=g;Condizioni di pagamento=T"),
    ("payments", "Vendor=v;Invoice No=i;Posting Date=d;Amount=a;Discount %=z;Payment Terms=T"),
    # orders
    ("orders", "PO Number=i;Supplier=v;PO Date=d;Buyer=n;Department=g;Item=x;Qty=q;Unit Price=a;Total=b"),
    ("orders", "Purchase Order=i;Line=q;Vendor=v;Order Date=d;Delivery Date=e;Quantity=q;Net Price=a;Payment Terms=T"),
    ("orders", "GRN=i;Supplier=v;Receipt Date=d;Item=x;Qty received=q;Warehouse=g"),
    ("orders", "Bestellnummer=i;Position=q;Lieferant=v;Bestelldatum=d;Menge=q;Einzelpreis=a;Zahlungsbedingung=T"),
    ("orders", "N° commande=i;Date de commande=d;Fournisseur=v;Article=x;Quantité=q;Prix unitaire=a"),
    ("orders", "Pedido=i;Fecha de pedido=d;Proveedor=v;Artículo=x;Cantidad=q;Precio unitario=a;Importe=b"),
    ("orders", "Número do pedido=i;Data do pedido=d;Fornecedor=v;Item=x;Quantidade=q;Preço unitário=a"),
    ("orders", "Numero ordine=i;Data ordine=d;Fornitore=v;Articolo=x;Quantità=q;Prezzo unitario=a"),
    # registers
    (
        "register",
        "Contract ID=i;Supplier=v;Start date=d;End date=e;Owner=n;Department=g;Notice period=t;Annual value=a",
    ),
    ("register", "Contract Title=x;Vendor=v;Contract Owner=n;Effective Date=d;Expiration Date=e;Status=S;Auto-renewal=s"),
    ("register", "Vertragsnummer=i;Lieferant=v;Vertragsbeginn=d;Vertragsende=e;Kündigungsfrist=t;Verantwortlich=n;Jahreswert=a"),
    ("register", "N° contrat=i;Fournisseur=v;Date de début=d;Date de fin=e;Préavis=t;Responsable=n;Valeur annuelle=a"),
    ("register", "Número de contrato=i;Proveedor=v;Fecha de inicio=d;Fecha de fin=e;Preaviso=t;Responsable=n;Valor anual=a"),
    ("register", "Número do contrato=i;Fornecedor=v;Data de início=d;Data de fim=e;Aviso prévio=t;Gestor do contrato=n"),
    ("register", "Numero contratto=i;Fornitore=v;Data inizio=d;Data fine=e;Preavviso=t;Responsabile=n;Valore annuo=a"),
    # prices
    ("prices", "Supplier=v;SKU=i;Description=x;List price=a;Discount %=p;Valid from=d"),
    ("prices", "SKU=i;Description=x;UOM=c;List price=b;Discount %=p;Net price=a;Valid from=d;Valid to=e;Supplier=v"),
    ("prices", "Artikelnummer=i;Bezeichnung=x;Einheit=c;Listenpreis=a;Rabatt %=p;Gültig ab=d;Lieferant=v"),
    ("prices", "Référence article=i;Désignation=x;Prix unitaire=a;Remise %=p;Valable à partir du=d;Fournisseur=v"),
    ("prices", "Código de artículo=i;Descripción=x;Precio de lista=a;Descuento %=p;Válido desde=d;Proveedor=v"),
    ("prices", "Código do produto=i;Descrição=x;Preço de tabela=a;Desconto %=p;Válido a partir de=d;Fornecedor=v"),
    ("prices", "Codice articolo=i;Descrizione=x;Prezzo di listino=a;Sconto %=p;Valido dal=d;Fornitore=v"),
    # vendors
    ("vendors", "Vendor No=i;Vendor Name=v;Street=x;City=g;Postal Code=i;Country=c;Payment Terms=t;Created on=d"),
    ("vendors", "Lieferantennummer=i;Lieferant=v;Straße=x;PLZ=i;Ort=g;USt-ID=i;Zahlungsbedingung=t"),
    ("vendors", "Code fournisseur=i;Fournisseur=v;SIRET=i;Code postal=i;Ville=g;Téléphone=i;Conditions de paiement=t"),
    ("vendors", "Código de proveedor=i;Proveedor=v;CIF=i;Dirección=x;Ciudad=g;País=c"),
    ("vendors", "Código do fornecedor=i;Fornecedor=v;CNPJ=i;Endereço=x;Cidade=g"),
    ("vendors", "Codice fornitore=i;Fornitore=v;Partita IVA=i;Indirizzo=x;Città=g"),
]
SAID = {
    "orders": "a list of orders",
    "payments": "a list of payments",
    "register": "a contract register",
    "prices": "a price list",
    "vendors": "a list of vendors",
}
DEALS = [
    "Vendor=v;Deal date=d;Negotiator=n;Department=g;Outcome=o;Discount %=p;Payment Terms=t",
    "Supplier=v;Date=d;Buyer=n;Category=x;Baseline=b;Negotiated price=a;Savings=a",
    "Supplier=v;PO Number=i;PO Date=d;Initial quote=b;Final price=a;Savings %=p;Buyer=n",
    "Supplier=v;Invoice No=i;Invoice Date=d;Baseline price=b;Amount=a;Cost avoidance=a;Owner=n",
    "Vendor=v;Signed=d;Owner=n;Department=g;Discount %=p;Payment Terms=t;Contract ID=i;End date=e",
    "Vendor=v;Contract ID=i;Start date=d;End date=e;Owner=n;Notice period (days)=q;Annual value=a;Uplift agreed (%)=p",
    "Vendor=v;SKU=i;Date=d;List price=b;Discount %=p;Final price=a;Negotiated by=n",
    "Vendor=v;SKU=i;Date=d;List price=b;Discount %=p;Final price=a;Owner=n;Department=g",
    "Vendor=v;Contract no=i;Signed on=d;Expiry date=e;Tactic=x;Result=o;Owner=n",
    "Lieferant=v;Belegdatum=d;Einkäufer=n;Abteilung=g;Listenpreis=b;Nettopreis=a;Rabatt=p;Zahlungsbedingung=t;Bemerkung=w",
    "Lieferant=v;Bestellnummer=i;Bestelldatum=d;Erstangebot=b;Endpreis=a;Einsparung=a;Einkäufer=n",
    "Lieferant=v;Rechnungsnummer=i;Rechnungsdatum=d;Ausgangspreis=b;Verhandelter Preis=a;Ersparnis %=p",
    "Fournisseur=v;N° commande=i;Date=d;Offre initiale=b;Prix négocié=a;Gain achat=a;Acheteur=n",
    "Fournisseur=v;Date de signature=d;Négociateur=n;Remise obtenue=p;Conditions de paiement=t;N° contrat=i;Date de fin=e",
    "Proveedor=v;Fecha de pedido=d;Pedido=i;Oferta inicial=b;Precio final=a;Ahorro=a;Comprador=n",
    "Proveedor=v;Fecha de firma=d;Negociador=n;Descuento obtenido=p;Forma de pago=t;Número de contrato=i;Fecha de fin=e",
    "Fornecedor=v;Pedido=i;Data do pedido=d;Proposta inicial=b;Preço negociado=a;Economia=a",
    "Fornitore=v;Numero ordine=i;Data ordine=d;Offerta iniziale=b;Prezzo finale=a;Risparmio=a;Buyer=n",
    "Vendor=v;Invoice No=i;Posting Date=d;Amount=a;Cost Centre=g;Notes=w",
    "Supplier=v;Award date=d;Discount %=p;Amount=a;Transaction number=i",
    "Vendor=v;Date=d;Owner=n;Department=g;Product=x;Quantity=q;Unit price paid=a;List price=b",
    "Vendor=v;Vendor ID=i;Country=c;Date=d;Owner=n;Department=g;Outcome=o",
    "Vendor=v;Renewal date=e;Contract number=i;Contract owner=n;Old price=b;New price=a;Date=d",
]


@pytest.mark.parametrize("vendors", [4, 40])
@pytest.mark.parametrize(("kind", "columns"), OTHERS)
def test_other_lists_are_told_by_their_columns(kind: str, columns: str, vendors: int) -> None:
    """In each language a list of another kind is named, its rows are not taken, and the import waits for a person."""
    planned = read(listed(columns, vendors=vendors))
    assert planned.shape is not None
    assert planned.shape.looks_like.startswith(f"{SAID[kind]}: 40 rows")
    assert planned.deals == []
    assert "rows:shape" in [question.key for question in planned.needed]


@pytest.mark.parametrize("vendors", [4, 40])
@pytest.mark.parametrize("columns", DEALS)
def test_logs_of_deals_are_never_taken_for_other_lists(columns: str, vendors: int) -> None:
    """A savings tracker or a log of deals may name orders, invoices and contracts: what was negotiated speaks louder."""
    assert read(listed(columns, rows=28, vendors=vendors)).shape is None


@pytest.mark.parametrize(("kind", "columns"), [each for each in OTHERS if each[0] != "vendors"][::4])
def test_a_mapping_by_hand_makes_no_deals_of_another_list(kind: str, columns: str) -> None:
    """Whoever maps the columns and answers all else is still told what the list is, before anything is written."""
    heads = [part.rpartition("=") for part in columns.split(";")]
    day = next(head for head, _, sort in heads if sort == "d")
    vendor = next(head for head, _, sort in heads if sort == "v")
    answers = {"logged_by": "Mina Sato", "department": "IT", "outcome": "unknown", "currency": "EUR"}
    planned = read(listed(columns), mapping={day: "deal_date", vendor: "vendor"}, answers=answers)
    assert planned.shape is not None
    assert planned.shape.looks_like.startswith(SAID[kind])
    assert planned.deals == []


def test_a_ledger_is_committed_only_when_a_person_says_that_each_row_is_a_deal(kb: KnowledgeBase) -> None:
    """The commit refuses while the question is open, and takes the rows once it is answered so."""
    text = listed(OTHERS[0][1])
    answers = {"logged_by": "Mina Sato", "department": "IT", "outcome": "unknown"}
    mapping = {"Posting Date": "deal_date"}
    with pytest.raises(LeverageError, match="This looks like a list of payments: 40 rows for 4 vendors"):
        commit(kb, read(text, kb=kb, answers=answers, mapping=mapping))
    assert kb.count() == 0
    forced = read(text, kb=kb, answers=answers | {"rows:shape": "yes"}, mapping=mapping)
    assert commit(kb, forced).logged == 40
