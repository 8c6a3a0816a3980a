"""Numbers: what was saved, against which baseline, for analysts; nothing in it is validated by Finance."""

import streamlit as st

from leverage import LeverageError
from leverage.savings import NOT_VALIDATED
from pages.ui import frame, number_chart, number_choice, number_list, number_sums, roles
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame():
    _, right = frame.head("Numbers")
    st.markdown(
        f"**{NOT_VALIDATED}.** A reduction is cash saved on a price paid before; an avoidance is an increase averted. What a"
        " first quote came down by where no price before is known is neither, and stands apart. Nothing is added over kinds, over"
        " currencies, or over a year and a whole term. All before tax."
    )
    try:
        everything = number_choice.read(kb)
    except LeverageError as problem:
        frame.wrong(str(problem))
        st.stop()
    if not (everything.figures or everything.left_out):
        row = frame.notice(
            "No deals yet", "What was saved comes from the prices, quotes and increases of the deals that are logged."
        )
        roles.draw_log(kb, row, type="primary")
        st.stop()
    chosen, by = number_choice.draw(kb, everything)
    number_list.draw_download(kb, right, chosen)
    if chosen.figures:
        if any(figure.basis == "annualised" for figure in chosen.figures):
            st.markdown(number_sums.RATES)
        for sums in number_sums.by_currency(chosen.figures, by):
            number_sums.draw(sums, by)
            number_chart.draw(sums, by)
        number_list.draw(chosen.figures)
    else:
        number_list.draw_none(everything, chosen)
    number_list.draw_left_out(chosen.left_out)
