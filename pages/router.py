"""Where every visit begins: the frame, the navigation, and the page that was asked for."""

import streamlit as st

from leverage.memory.last_read import last_read_does
from pages.ui import account, away, failures, gate, links, mark, receipt, roles, taking, told

st.set_page_config(page_title="Leverage", page_icon=mark.icon(), layout="wide")
mark.draw_logo()
who = gate.enter()
page = st.navigation(
    [  # flat: Streamlit draws sections of a navigation as lists that are none to a screen reader
        st.Page(links.VENDORS, title="Vendors", default=True),
        st.Page(links.BRIEF, title="Brief", url_path=links.BRIEF_PATH, visibility="hidden"),
        st.Page(links.DEAL, title="Deal", url_path=links.DEAL_PATH, visibility="hidden"),
        st.Page(links.RECORD, title="Names and notes", url_path=links.RECORD_PATH, visibility="hidden"),
        st.Page(links.LOG, title="Log a deal", url_path=links.LOG_PATH, visibility=roles.seen(who, "log")),
        st.Page(links.TABLE, title="At the table", url_path=links.TABLE_PATH),
        st.Page(links.PREPARE, title="Prepare", url_path=links.PREPARE_PATH),
        st.Page(links.WATCH, title="Watch", url_path=links.WATCH_PATH),
        st.Page(links.NUMBERS, title="Numbers", url_path=links.NUMBERS_PATH),
        st.Page(links.INBOX, title="Inbox", url_path=links.INBOX_PATH, visibility=roles.seen(who, "inbox")),
        st.Page(links.PROPOSED, title="Proposal", url_path=links.PROPOSED_PATH, visibility="hidden"),
        st.Page(links.IMPORT, title="Import", url_path=links.IMPORT_PATH, visibility=roles.seen(who, "import")),
        st.Page(links.EXPORT, title="Export", url_path=links.EXPORT_PATH),
        st.Page(links.PEOPLE, title="People", url_path=links.PEOPLE_PATH, visibility=roles.seen(who, "log", up_to="care")),
        st.Page(
            links.ADMINISTRATION, title="Administration", url_path=links.ADMINISTRATION_PATH, visibility=roles.seen(who, "care")
        ),
        st.Page(links.ACCESS, title="Access", url_path=links.ACCESS_PATH, visibility="hidden"),
        st.Page(
            links.ACCOUNT,
            title=account.title(who),
            icon=":material/account_circle:",
            url_path=links.ACCOUNT_PATH,
            visibility=account.seen(),
        ),
        st.Page(links.AUDIT, title="Audit trail", url_path=links.AUDIT_PATH, visibility="hidden"),
        st.Page(links.CARE, title="Care of the store", url_path=links.CARE_PATH, visibility="hidden"),
    ],
    position="top",
)
told.arrive(page.url_path)
if page.url_path != links.LOG_PATH:
    receipt.leave()
taking.draw()
above = st.container()
is_told = away.draw(above)
try:
    with last_read_does():
        page.run()
except Exception as problem:  # noqa: BLE001 a person must never meet a traceback; Streamlit's own signals are no Exception
    failures.tell(problem)
finally:
    if not is_told:
        away.draw(above)  # it was found out just now
