"""Import: a spreadsheet of deals, read, asked about and shown before anything is written, and taken back with one press."""

import streamlit as st

from pages.ui import (
    frame,
    import_batches,
    import_choice,
    import_columns,
    import_deals,
    import_done,
    import_names,
    import_questions,
    import_reading,
    import_source,
    import_sums,
    import_untaken,
    person,
    roles,
    told,
    work,
)
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame():
    if roles.is_refused(kb, "import", "Import deals"):
        st.stop()
    frame.head("Import deals")
    with st.container():
        work.attend()
        told.draw()
    who = person.current()
    if who is None or person.is_picking():
        person.pick(kb, "Who is importing?", "what you import")
        st.stop()
    if import_done.is_there():
        import_done.draw(kb)
        st.stop()
    chosen = import_choice.current()
    if chosen is None:
        import_choice.draw(who)
        import_batches.draw(kb)
        st.stop()
    read = import_reading.read(kb, chosen)
    if read is None:
        import_choice.draw_other("primary")
        st.stop()
    # Each part has a place of its own: one that comes or goes moves no other, and nothing is drawn twice meanwhile.
    with st.container():
        import_sums.draw(read)
        import_reading.draw_problem(chosen)
    with st.container():
        import_questions.draw(kb, chosen, read, who)
    if not import_questions.is_refused(read):
        with st.container():
            import_names.draw(kb, chosen, read)
        with st.container():
            import_columns.draw(kb, chosen, read)
            import_source.draw(chosen, read)
        with st.container():
            import_deals.draw(kb, read)
    with st.container():
        import_untaken.draw(read)
    with st.container():
        import_done.draw_buttons(kb, chosen, read, who)
    import_batches.draw(kb)
