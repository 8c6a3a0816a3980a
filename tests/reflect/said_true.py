"""True sentences about the three invented vendors, as small and large models write them."""

_LARKMOOR = """
The highest discount was 22% off list.
The highest discount agreed was 22%, agreed by Ines Duarte in September 2026.
The largest discount recorded is 22% off list.
The highest discount achieved was 22% off list, which was achieved by the Purchasing department.
Discounts were historically observed up to 22% off list, agreed by Ines Duarte, Purchasing, on 8 Sep 2026.
Historically, discounts of up to 22% off list have been observed.
Historically observed up to 22% discount off list.
Ines Duarte negotiated the highest discount of 22% off list.
The lowest discount was 10% off list.
Discounts ranged from 10% to 22% off list.
The discount on Larkmoor Ledger rose from 15% in 2025 to 22% in 2026.
The latest agreed discount was 22% off list.
The first recorded discount was 10% in June 2024.
Ines Duarte agreed 22% off list for Larkmoor Ledger on 8 Sep 2026.
In September 2026 Ines Duarte (Purchasing) agreed a 22% discount with Larkmoor Systems.
A discount of 15% off list was agreed in November 2025.
A 15% discount was achieved on Larkmoor Ledger.
Larkmoor Systems gave a 22% discount on the renewal of Larkmoor Ledger.
Larkmoor Systems offered a 15% discount for the expansion of Larkmoor Ledger.
Larkmoor Systems agreed to 10% off list with Paul Okafor in June 2024.
Discount achieved: 22% off list was agreed with Larkmoor Systems for Larkmoor Ledger.
Discounts of 10%, 15% and 22% were agreed.
A discount of 30% off list was discussed, not agreed.
The discount was 22% off list in 2026.
A discount was agreed in 3 deals.
A discount was agreed in three of four agreed deals.
Three deals had a discount.
Two deals with Ines Duarte had a discount.
Larkmoor Systems gave a discount in three deals.
No discount was recorded for Larkmoor Search.
No discount was agreed with Mina Sato.
Payment terms of Net 45 were agreed.
Net 45 was agreed in two deals.
Net 45 was agreed by Ines Duarte.
Larkmoor Systems accepted Net 45 payment terms.
Larkmoor Systems accepted 45-day payment terms for Larkmoor Ledger.
Payment terms agreed were Net 30 and Net 45.
Payment terms included Net 45.
Payment terms were Net 45 for Larkmoor Ledger.
Payment terms: Net 30 agreed with Larkmoor Systems.
Net 60 was discussed, not agreed.
Net 30 was agreed by Paul Okafor and Mina Sato.
Ines Duarte agreed 22% off list with Net 45 payment terms.
Ines Duarte agreed a discount of 15% and Net 45 payment terms in 2025.
Larkmoor Systems asked for an 8% uplift and agreed to 2.5%.
Larkmoor Systems asked for a 8% increase on Larkmoor Vault; 2.5% was agreed.
The uplift was 8% asked, 2.5% agreed.
The requested increase of 8% was reduced to 2.5%.
An uplift of 2.5% was agreed by Mina Sato, with a cap of 4%.
The uplift was capped at 4%.
No uplift was recorded for Larkmoor Ledger.
Larkmoor Systems was flexible on discount.
The vendor was flexible on discount and price increase.
Larkmoor Systems was flexible on support hours in 2026.
Larkmoor Systems showed flexibility on discount.
Larkmoor Systems was firm on the audit clause.
Larkmoor Systems was firm on audit clause and data residency.
Larkmoor Systems has been firm on the audit clause and data residency.
Larkmoor Systems was firm and refused to move on: audit clause, data residency.
Larkmoor Systems was firm, rigid, and refused to budge on audit clause.
The vendor refused to move on the audit clause in three deals.
Larkmoor Systems was always firm on the audit clause.
Larkmoor Systems never moved on data residency.
Larkmoor Systems did not move on data residency in 2025.
Larkmoor Systems was firm on audit clause in 3 of 3 deals that raised it.
Larkmoor Systems was flexible on discount but refused to budge on audit clause.
Larkmoor Systems was flexible on discount, while it held firm on data residency.
Larkmoor Systems was flexible on discount in 2 deals and firm on audit clause in 3 deals.
Larkmoor Systems was flexible on support hours in 2 deals and firm in 1 deal.
Larkmoor Systems was mixed on minimum term.
Larkmoor Systems was firm on data residency with Mina Sato.
The tactic “Asking for the price list of last year” worked.
Asking for the price list of last year worked for Ines Duarte.
Asking for the price list of last year worked in two deals.
The tactic of asking for the price list of last year worked for Ines Duarte, Purchasing, on 8 Sep 2026.
The most successful tactic was asking for the price list of last year.
Tactic used with Larkmoor Systems: “Opening with half of the budget”. This tactic FAILED.
Opening with half of the budget failed for Paul Okafor.
Opening with half of the budget did not work in May 2026.
Calling before the quarter closed had mixed results.
Showing our invoices of two years was successful.
Ines Duarte asked for the price list of last year, which worked.
The latest deal was with Mina Sato on 10 November 2026.
The latest agreement was made by Ines Duarte in September 2026.
Paul Okafor walked away from a deal with Larkmoor Systems on 19 May 2026.
Paul Okafor walked away from the Larkmoor Payroll deal.
Talks on Larkmoor Search are still open.
On 10 Nov 2026 Mina Sato, IT, is in talks with Larkmoor Systems for Larkmoor Search (new, 80 seat).
Next meeting with Larkmoor Systems: 15 Dec 2026.
Four of six deals were agreed.
Of six recorded deals, four were agreed.
Six deals are recorded with Larkmoor Systems.
Larkmoor Vault was renewed as it stood in March 2025.
The list price was EUR 50.00 and the final price EUR 39.00 per seat.
The final price was EUR 39.00 per seat, against a list price of EUR 50.00.
The price per seat was EUR 39.00, down from a list price of EUR 50.00.
The quoted price was €45.00 and the final price was €39.00.
Prices per seat with Larkmoor Systems for Larkmoor Ledger: list price EUR 50.00, first quote EUR 45.00 and final price EUR 39.00.
The annual value was EUR 140,400.
The total value of the contract was EUR 421,200.
22% off list was agreed for 300 seats.
The contract for Larkmoor Ledger ends on 30 September 2029 and needs 90 days of notice.
The contract starts on 1 October 2026, ends 30 Sep 2029, renews itself for 12 months and needs 90 days of notice.
The Larkmoor Ledger contract renews automatically for 12 months with 90 days notice.
The contract runs for 36 months until 30 September 2029.
The notice period was 90 days.
Billing was annual in advance.
Contract reference with Larkmoor Systems: LS-26-114.
Competitor in play against Larkmoor Systems: Bramble Books.
The competitor in play was Bramble Books.
Contact at Larkmoor Systems: Olof Lindgren.
Hedda Moe was the contact at Larkmoor Systems for Larkmoor Vault.
We conceded a reference call.
We obtained from Larkmoor Systems: migration workshop, printed training course.
We obtained a migration workshop and a printed training course.
The average discount was about 16%.
Payment terms went from Net 30 to Net 45.
Discounts have grown since 2024.
"""
_OSTRAVA = """
The highest discount was 12% off the first quote.
Discounts were observed up to 12% off the first quote.
Tilda Frost agreed 9% off the last price for Night parcels.
A discount of 9% off the last price paid was agreed in August 2026.
Ravi Menon secured a 12% discount on Night parcels in 2025.
A 5% discount off the first quote was agreed for Pallets.
Ostrava Couriers was firm on damage cover.
Ostrava Couriers refused to move on damage cover in 3 deals.
Ostrava Couriers was always firm on damage cover.
Ostrava Couriers was firm on penalties for delay.
Ostrava Couriers was flexible on fuel surcharge in 2025.
Ostrava Couriers was firm on payment terms with Ravi Menon.
Payment terms of 14 days were agreed.
Net 14 was agreed in two deals.
2/10 net 30 was agreed by Ravi Menon for Pallets.
Tilda Frost negotiated and made no deal with Ostrava Couriers in February 2026.
The Cold chain negotiation ended without agreement.
Sharing the weekly forecast worked in both deals where it was tried.
Sharing the weekly forecast worked twice.
The tactic “Sharing the weekly forecast” worked for Ravi Menon.
Asking without a forecast failed.
Pooling two depots in one tender worked, but asking without a forecast failed.
The most successful tactic was sharing the weekly forecast.
The final price was GBP 5.80 per parcel.
GBP 6.16 per parcel was agreed by Ravi Menon.
The first quote was GBP 7.00 and the final price was GBP 6.16 per parcel.
The Night parcels contract ends on 31 August 2028 and does not renew itself.
Three of four deals were agreed.
Every agreed deal came with a discount.
"""
_TAMARIND = """
The maximum discount was 18% off list.
Noor Haddad agreed an 18% discount on Assay kits in October 2026.
Discounts ranged from 14% to 18% off list.
Tamarind Labs granted Net 60 payment terms.
The most common payment terms were Net 60.
Net 60 was the most common payment term.
Net 60 was agreed by Noor Haddad and Gil Brandt.
Tamarind Labs was flexible on delivery dates and discount, but firm on returns policy.
Tamarind Labs was firm on lease length in two deals.
Naming the grant deadline worked in two deals.
Waiting until the last week failed for Noor Haddad.
Assay kits were bought through the reseller Norvik Supplies.
Uma Castell was the contact at Tamarind Labs.
Gil Brandt walked away from the Reader lease deal in December 2024.
A discount of 25% off list was discussed, but not agreed.
Tamarind Labs asked for a 7% uplift and agreed to 4%.
The price increase was capped at 5%.
The list price was $120.00 and the final price was $98.40.
USD 98.40 per kit was agreed.
Reader lease was renewed as it stood.
Corvid Instruments was in play as a competitor.
Lease length stayed off the table both times.
"""
TRUE: list[tuple[str, str]] = [
    (vendor, sentence)
    for vendor, text in (("Larkmoor Systems", _LARKMOOR), ("Ostrava Couriers", _OSTRAVA), ("Tamarind Labs", _TAMARIND))
    for sentence in text.strip().splitlines()
]
