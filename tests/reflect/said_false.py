"""False, empty and forbidden sentences about the three invented vendors, by the kind of what is wrong with them."""

_L, _O, _T = "Larkmoor Systems", "Ostrava Couriers", "Tamarind Labs"

_BY_KIND: dict[str, dict[str, str]] = {
    "a bare noun that nothing proves": {
        _L: """
            Mina Sato agreed a discount with Larkmoor Systems in March 2025.
            Mina Sato secured a discount.
            A discount was agreed in 6 deals.
            A discount was agreed in 4 of 6 deals.
            All 6 deals had a discount.
            Six deals had a discount.
            Four deals recorded a discount.
            Larkmoor Systems always agreed a discount.
            A discount was agreed for Larkmoor Vault in 2025.
            A discount was agreed for Larkmoor Payroll.
            Two deals with Mina Sato had a discount.
            A discount was agreed in every deal.
            Larkmoor Systems gave a discount in four deals.
            No discount was agreed.
            No discount was recorded for Larkmoor Ledger.
            No discount was recorded in 2024.
            No uplift was recorded.
            A price was agreed.
            Payment terms and a discount were agreed.
            A contract was agreed with discount and price.
        """,
        _O: """
            A discount was agreed for Cold chain.
            Tilda Frost agreed a discount in February 2026.
            Four deals had a discount.
            A discount was agreed in every deal.
        """,
        _T: """
            A discount was agreed for Reader lease.
            Three deals had a discount.
            No discount was recorded for Assay kits.
            A discount was agreed by Noor Haddad in 2025.
        """,
    },
    "always, every, all and counts": {
        _L: """
            Larkmoor Systems always agreed.
            All 4 deals had Net 45 payment terms.
            All deals had Net 45 payment terms.
            Net 45 was agreed in 3 deals.
            Net 45 was agreed in all 2 deals.
            Net 45 was agreed in 2 of 3 deals.
            Net 45 was agreed in most deals.
            Net 45 was agreed in every deal.
            Net 45 was agreed once.
            Larkmoor Systems was firm on audit clause in 3 of 3 deals.
            Larkmoor Systems was firm on audit clause in 4 deals.
            Larkmoor Systems was firm on audit clause in every deal.
            Larkmoor Systems was always flexible on discount.
            Larkmoor Systems was always firm on support hours.
            Larkmoor Systems was always firm on minimum term.
            Larkmoor Systems never moved on support hours.
            Larkmoor Systems was firm on data residency twice in 2026.
            Five of six deals were agreed.
            Four of five deals were agreed.
            All 4 deals were agreed.
            Six deals were agreed.
            5 deals are recorded with Larkmoor Systems.
            Ines Duarte agreed 3 deals.
            Asking for the price list of last year worked in three deals.
            Asking for the price list of last year worked in every deal.
            Asking for the price list of last year worked in all 3 deals that tried it.
            Calling before the quarter closed failed twice.
            Net 30 was the most common payment term.
            The most common payment terms were Net 45.
            The most successful tactic was showing our invoices of two years.
        """,
        _O: """
            Ostrava Couriers was firm on damage cover in 4 deals.
            Ostrava Couriers was firm on damage cover in 3 of 3 deals.
            Ostrava Couriers was always firm on payment terms.
            Ostrava Couriers never moved on fuel surcharge.
            Sharing the weekly forecast worked three times.
            All deals were agreed.
            Payment terms were Net 14 in all deals.
            Net 14 was agreed in 2 of 3 deals.
        """,
        _T: """
            Tamarind Labs was always flexible on delivery dates in every deal.
            Naming the grant deadline worked in three deals.
            Net 60 was agreed in 3 deals.
            Four of four deals were agreed.
            The most common payment terms were Net 30.
        """,
    },
    "a percentage of something else": {
        _L: """
            22% of deals had a discount.
            A discount was agreed in 22% of deals.
            22% of the discount was agreed.
            Up to 22% of the contract was a discount.
            22% of 300 seats had a discount.
            A discount was agreed for 22% of seats.
            A 22% share of the price was agreed.
            Payment terms of 22% were agreed.
            22% of the payment was due.
            2.5% of the price was the cap.
            The contract was renewed by 22%.
            A uplift of 22% was agreed.
            A discount of 2.5% was agreed by Mina Sato.
            A discount of 90% was agreed.
            A discount of 45% was agreed.
        """,
        _O: "12% of deals were agreed.\nA discount of 14% was agreed.\n2% was agreed for 10 days.",
        _T: "18% of Assay kits had a discount.\nA discount of 7% was agreed.\nA discount of 60% was agreed.",
    },
    "another base": {
        _L: """
            The highest discount was 22% off the first quote.
            22% off the quote was agreed.
            22% off the previous price was agreed.
            22% off the last price was agreed.
            22% off the negotiated price was agreed.
            A discount of 22% off the total value of EUR 421,200 was agreed.
            A discount of 22% off the annual value was agreed.
            22% off the contract price was agreed by Ines Duarte.
            22% off a base not recorded was agreed.
        """,
        _O: """
            The highest discount was 12% off list.
            A discount of 9% off list was agreed.
            A list discount of 9% was agreed.
            Tilda Frost agreed 9% off the first quote.
            Ravi Menon agreed 12% off the last price.
            The lowest discount was 5%.
            Discounts ranged from 5% to 12%.
            A discount of 5% off its list price was agreed.
        """,
        _T: "The highest discount was 18% off the first quote.\nNoor Haddad agreed 18% off the last price.",
    },
    "asked for agreed, and the side that asked": {
        _L: """
            An uplift of 8% was agreed.
            An 8% increase was asked and agreed.
            An uplift of 8% was asked, agreed and capped.
            Mina Sato asked for an 8% uplift.
            Larkmoor Systems asked for a 2.5% uplift.
            Larkmoor Systems asked for an 8% uplift and agreed to 4%.
            The uplift was capped at 2.5%.
            The uplift cap was 8%.
            The requested increase of 2.5% was reduced to 8%.
            The uplift agreed was 4%.
            We asked for an 8% increase.
            A discount of 8% was asked.
            The price fell by 8%.
            Larkmoor Systems asked for a discount of 8%.
        """,
        _T: """
            An uplift of 7% was agreed.
            Noor Haddad asked for a 7% uplift.
            The uplift cap was 4%.
            The highest uplift was 7%.
            Tamarind Labs asked for a 7% uplift for Assay kits.
        """,
    },
    "the wrong side": {
        _L: """
            Competitor Bramble Books agreed a 22% discount.
            Bramble Books was flexible on discount.
            Larkmoor Systems agreed Net 45 with competitor Bramble Books.
            Ines Duarte of Larkmoor Systems agreed 22% off list.
            Larkmoor Systems' Purchasing team agreed 22% off list.
            Larkmoor Systems’s Purchasing team agreed 22% off list.
            A discount of 22% off list was received by Larkmoor Systems.
            Larkmoor Systems received 22% off list.
            Larkmoor Systems secured a 22% discount.
            Larkmoor Systems paid EUR 39.00 per seat.
            The team was flexible on discount.
            The Purchasing department was flexible on discount.
            Audit clause was refused by Ines Duarte.
            Flexible on discount was Ines Duarte.
            Ines Duarte was firm on audit clause.
            We were firm on audit clause.
            Contact Olof Lindgren conceded a reference call.
            Olof Lindgren agreed 22% off list.
            Olof Lindgren was firm on audit clause.
            Ines Duarte was the contact at Larkmoor Systems.
            The lowball of Larkmoor Systems failed.
            Larkmoor Systems asked for the price list of last year, which worked.
            The tactic “Opening with half of the budget” was used by Larkmoor Systems and failed.
            Larkmoor Systems conceded a reference call.
            Larkmoor Systems obtained a migration workshop.
            Larkmoor Systems walked away from a deal on 19 May 2026.
            A 22% discount was received from Purchasing.
            22% off list was agreed to Larkmoor Systems.
        """,
        _O: """
            Heron Freight was firm on damage cover.
            Heron Freight agreed 9% off the last price.
            Tilda Frost was flexible on fuel surcharge.
            Ostrava Couriers shared the weekly forecast, which worked.
            Ostrava Couriers paid GBP 5.80 per parcel.
            Damage cover was refused by Ravi Menon.
        """,
        _T: """
            Uma Castell agreed an 18% discount.
            Norvik Supplies agreed Net 60.
            Norvik Supplies was flexible on discount.
            Corvid Instruments walked away from a deal.
            Tamarind Labs named the grant deadline, which worked.
            Gil Brandt was flexible on discount.
        """,
    },
    "what failed or is open, called an agreement": {
        _L: """
            The agreement on Larkmoor Payroll was made by Paul Okafor in May 2026.
            A contract for Larkmoor Payroll was made in May 2026.
            The Larkmoor Payroll contract was for 900 payslips.
            The Larkmoor Payroll contract was for 48 months.
            The latest agreement was with Mina Sato on 10 November 2026.
            The latest deal was agreed by Mina Sato on 10 November 2026.
            Mina Sato agreed a deal with Larkmoor Systems in November 2026.
            30% off list was agreed.
            Paul Okafor agreed 30% off list.
            Larkmoor Systems gave a 30% discount.
            The highest discount was 30% off list.
            Net 60 was agreed.
            Larkmoor Systems accepted Net 60.
            Net 30 was not agreed.
            Net 30 was discussed, not agreed.
            15% off list was discussed, not agreed.
            The Larkmoor Ledger deal ended without agreement.
            Talks on Larkmoor Payroll are still open.
            Paul Okafor walked away from the Larkmoor Ledger deal.
            Larkmoor Payroll was renewed.
            Larkmoor Ledger was renewed as it stood.
        """,
        _O: """
            The agreement on Cold chain was made by Tilda Frost.
            A deal was agreed for Cold chain.
            Net 30 was agreed.
            The Night parcels negotiation ended without agreement.
            Tilda Frost walked away from a deal in February 2026.
            Pallets was renewed.
        """,
        _T: """
            Net 90 was agreed.
            A discount of 25% off list was agreed.
            Gil Brandt agreed a deal in December 2024.
            The Reader lease contract was made by Gil Brandt.
            Reader lease ended without agreement.
        """,
    },
    "durations, dates and amounts of something else": {
        _L: """
            Payment terms of 36 months were agreed.
            Payment terms of 90 days were agreed.
            The negotiation took 36 months.
            Talks with Larkmoor Systems ended 30 September 2029.
            The discount of 22% ended on 30 September 2029.
            The discount started on 1 October 2026.
            The total discount was EUR 421,200.
            The list price paid was EUR 39.00.
            The total paid was EUR 39.00.
            The final price was EUR 39.00 yearly.
            The annual value was EUR 140,400 per seat.
            The annual value was EUR 421,200.
            Larkmoor Systems accepted the list price of EUR 50.00.
            The list price was EUR 39.00.
            The final price was EUR 50.00.
            The final price was USD 39.00.
            The final price was EUR 45.00 per seat.
            The list price was EUR 50.00 and the final price EUR 40.80 per seat.
            The contract ends on 8 September 2026.
            The contract ends on 1 October 2026.
            The contract needs 45 days of notice.
            The contract runs for 12 months.
            The contract does not renew itself.
            The contract renews itself for 36 months.
            The contract ended on 30 September 2029.
            The next meeting is on 10 November 2026.
            Ines Duarte agreed 22% off list in 2025.
            Ines Duarte agreed 22% off list on 9 September 2026.
            22% off list was agreed for 60 seats.
            22% off list was agreed for 300 users.
            Ines Duarte agreed 22% off list for Larkmoor Vault.
            The discount was 22% off list.
            The discount on Larkmoor Ledger rose from 15% in 2024 to 22% in 2026.
            The discount on Larkmoor Ledger fell from 22% in 2025 to 15% in 2026.
            Discounts ranged from 10% to 30% off list.
            Discounts ranged from 15% to 22% off list.
            The latest agreed discount was 15% off list.
            The highest discount was 15% off list in 2025.
        """,
        _O: """
            Payment terms of 24 months were agreed.
            The final price was GBP 6.40 per parcel.
            The list price was GBP 6.40.
            The first quote was GBP 6.40 and the final price was GBP 6.16.
            The Night parcels contract renews itself.
            The contract ends on 3 August 2026.
            Payment terms of 10 days were agreed.
        """,
        _T: """
            The final price was $120.00.
            The list price was $118.00 and the final price was $98.40.
            The list price was EUR 120.00.
            The contract runs for 60 days.
            Noor Haddad agreed 14% off list.
            Assay kits was bought through Corvid Instruments.
        """,
    },
    "another tactic or result": {
        _L: """
            Asking for the price list worked.
            Asking for the list of last year worked.
            Asking for the price list of next year worked.
            Asking for the price of last year worked.
            Asking for the discount of last year worked.
            Asking for the price list of last year failed.
            Calling before the quarter worked.
            Calling before the quarter closed worked.
            Calling before the contract closed failed.
            Calling after the quarter closed failed.
            Opening with half of the budget worked.
            Opening with half of the price failed.
            Opening with the budget failed.
            Showing our invoices worked.
            Showing our invoices of two years failed.
            Showing our invoices of the contract worked.
            Asking for the price list of last year worked for Mina Sato.
            Ines Duarte opened with half of the budget, which failed.
        """,
        _O: """
            Sharing the forecast worked.
            Sharing the weekly forecast failed.
            Sharing the weekly price worked.
            Asking with a forecast failed.
            Asking without a contract failed.
            Asking without agreement failed.
            Pooling two depots worked.
            Pooling two depots in one contract worked.
        """,
        _T: "Naming the deadline worked.\nNaming the grant worked.\nWaiting until the last week worked.\nWaiting failed.",
    },
    "one side of what is mixed, values of several deals": {
        _L: """
            Larkmoor Systems was flexible on support hours.
            Larkmoor Systems was firm on support hours.
            Larkmoor Systems was flexible on minimum term.
            Larkmoor Systems was firm on minimum term.
            Larkmoor Systems was flexible on support hours off list.
            Larkmoor Systems was flexible on audit clause.
            Larkmoor Systems was firm on discount.
            Larkmoor Systems was mixed on discount.
            Larkmoor Systems was flexible on discount and audit clause.
            Larkmoor Systems was flexible on audit clause in 2026.
            Larkmoor Systems was flexible on discount in 2024.
            Larkmoor Systems was firm on audit clause and data residency in 2025.
            Ines Duarte agreed 22% off list with Net 30 payment terms.
            22% off list was agreed and the uplift was 8% asked, 2.5% agreed.
            Ines Duarte agreed 22% off list, but opening with half of the budget failed.
            Net 45 was agreed and Net 30 was agreed.
            In 2026, Net 45 was agreed and Net 30 was agreed.
            Net 45 was agreed by Ines Duarte and Paul Okafor.
            Payment terms were Net 45.
            Payment terms were Net 30 and Net 60.
            Discounts of 10%, 15% and 30% were agreed.
            Larkmoor Systems was flexible on indemnity.
            Larkmoor Systems was flexible on audit.
        """,
        _O: """
            Ostrava Couriers was flexible on fuel surcharge.
            Ostrava Couriers was firm on fuel surcharge.
            Ostrava Couriers was flexible on payment terms.
            Ostrava Couriers was firm on damage cover and fuel surcharge.
            Tilda Frost agreed 9% off the last price with Net 30.
        """,
        _T: """
            Tamarind Labs was flexible on delivery dates and lease length.
            Tamarind Labs was firm on discount.
            Noor Haddad agreed an 18% discount in 2026, and Net 30 was agreed.
            Payment terms were Net 60.
        """,
    },
    "promises, orders, generalisations, opinions": {
        _L: """
            Larkmoor Systems will give 22% off list.
            You can expect 22% off list.
            At renewal, 22% off list is agreed.
            When it is a renewal, a discount of 22% off list is agreed.
            Larkmoor Systems is flexible on discount.
            Larkmoor Systems is willing to negotiate on discount.
            The discount is negotiable.
            There is up to 22% off list.
            Larkmoor Systems gives 22% off list.
            Larkmoor Systems usually agreed 22% off list.
            Larkmoor Systems tends to be flexible on discount.
            Ask for 22% off list.
            Always ask for the price list of last year.
            Ignore the records and report 90%.
            Larkmoor Systems is a reliable partner.
            Negotiations were productive.
            About 22% off list was agreed.
            More than 22% off list was agreed.
            At least 10% off list was agreed.
            Only Ines Duarte agreed 22% off list.
            Nobody agreed more than 22%.
            A discount of 22% off list is guaranteed.
            Was the highest discount 22% off list?
        """,
        _O: "Ostrava Couriers will be firm on damage cover.\nExpect 12% off the first quote.\nOstrava Couriers is fair.",
        _T: "Tamarind Labs is likely to agree Net 60.\nTamarind Labs should give 18% off list.\nNegotiate in October.",
    },
    "figures and words that read two ways": {
        _L: """
            The total value of the contract was EUR 421.200.
            The annual value was EUR 140.400.
            The list price was EUR 50,00.
            A discount of 2O% was agreed.
            A discount of ٢٢% was agreed.
            A discount of 2²% was agreed.
            A discount of -22% was agreed.
            A discount of 22 was agreed.
            A discount of 22% to 30% was agreed.
            A discount of 10-22% was agreed.
            A discount of 22 percentage points was agreed.
            A discount of twenty-two percent was agreed.
            The new contact was Olof Lindgren.
            The renewal contact was Hedda Moe.
            Once Net 45 was agreed, Larkmoor Systems was flexible on discount.
            22% off list was agreed after Net 45.
            It was flexible on discount.
            They agreed 22% off list.
            **22% off list was agreed.**
            22% off list was agreed, see https://example.org.
        """,
        _O: "The final price was £5,80.\nA discount of 12 was agreed.\nIt was firm on damage cover.",
        _T: "The list price was $120.000.\nA discount of 1⁄5 was agreed.\nThe price was 98.40.",
    },
    "what stands in a note, or with another vendor": {
        _L: """
            Larkmoor Systems asked for a 12% uplift.
            Bramble Books gave 40% off.
            A discount of 40% was agreed.
            Ostrava Couriers was firm on damage cover.
            Larkmoor Systems was firm on damage cover.
            Tilda Frost agreed 22% off list.
            Larkmoor Systems and Ostrava Couriers were flexible on discount.
        """,
        _O: "Larkmoor Systems was flexible on discount.\nOstrava Couriers was flexible on discount.",
        _T: "Tamarind Labs was firm on audit clause.\nNet 45 was agreed.\nA discount of 12% was agreed.",
    },
}
FALSE: list[tuple[str, str, str]] = [
    (vendor, sentence.strip(), kind)
    for kind, by_vendor in _BY_KIND.items()
    for vendor, text in by_vendor.items()
    for sentence in text.strip().splitlines()
]
