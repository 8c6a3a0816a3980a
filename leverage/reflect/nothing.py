"""What says nothing: words for none in many languages, whole sentences that deny, and forms that nobody filled in."""

import re

LONGEST_ITEM = 300
QUOTES = "\"'“”„‘’`«»"

_NOTHING = re.compile(
    r"|n/?a|n\.a|n/?d|n\.d|none|null|nil|nan|undefined|unknown|not known|unclear|tbd|tba|nothing|no|empty|void|blank|missing"
    r"|no data|no info(?:rmation)?|no records?|no answer|unspecified|undisclosed|unavailable|insufficient data|not enough data"
    r"|[-–—]+|[/\\?*_.…]+|\(\s*\)|\[\s*\]|\{\s*\}"
    r"|keine?|keiner|keine angaben?|keine daten|keine informationen|k\.a|nichts|unbekannt|nicht bekannt|entfällt|fehlt"
    r"|aucune?|aucune? (?:information|donnée)|rien|néant|inconnue?|non renseigné|sans objet|pas d['’](?:information|accord)s?"
    r"|ningun[oa]|nada|desconocido|sin (?:datos|información|especificar)|no aplica|no especificado|no disponible"
    r"|nenhuma?|nenhum registro|desconhecido|sem (?:dados|informação)|não (?:se aplica|informado|disponível)"
    r"|nessun[oa]|niente|nulla|sconosciuto|nessun (?:dato|a informazione)|nessuna informazione|non (?:disponibile|specificato)"
    r"|geen|niets|onbekend|geen (?:gegevens|informatie)|niet bekend|n\.v\.t|nvt"
    r"|brak|brak danych|nieznane|żadne|nie dotyczy|nic|žádn[éý]|neznámé|nincs|ismeretlen|niciun[au]?|necunoscut"
    r"|ingen|inget|inga|ingenting|ukendt|okänd|ukjent|uppgift saknas|ikke oplyst|ei(?: ole| tietoa| mitään)?|tuntematon"
    r"|yok|bilinmiyor|belirtilmemiş|нет|нет данных|нет информации|неизвестно|не указано|ничего|немає|невідомо"
    r"|无|無|没有|沒有|未知|不明|不详|暂无|不适用|无数据|没有记录|无记录|なし|無し|ない|不明|該当なし|記録なし|情報なし"
    r"|없음|해당 없음|정보 없음|알 수 없음|لا يوجد|لا شيء|غير معروف|אין|לא ידוע|कोई नहीं|अज्ञात|ไม่มี|không|không có"
)
_KIND = r"(?:str(?:ing)?s?|text|num(?:ber|eric)?|float|double|int(?:eger)?|decimal|bool(?:ean)?|array|list|object|any|percent)"
_OR_NONE = rf"(?:{_KIND}|null|none)"
_TEMPLATE = re.compile(
    rf"{_KIND}(?:\[\])?(?:\s?(?:\||/|,|or)\s?{_OR_NONE}(?:\[\])?)*\??|(?:null|none)\s?[|/]\s?{_KIND}"
    rf"|(?:optional|list|array|sequence|union)\s?(?:of|<|\[)\s?{_KIND}(?:\s?[|,/]\s?{_OR_NONE})*\s?[>\]]?(?: or null)?"
    r"|number (?:from|between) 0 (?:to|and|-) 100(?: or null)?|0\s?-\s?100|high\s?[|/,]\s?medium\s?[|/,]\s?low"
    r"|(?:your|insert|enter|fill in|put|write|the) [\w %-]{1,40} here|\.{2,}|…|x{2,}|todo|lorem ipsum.{0,80}"
    r"|(?:<[^<>]{0,200}>|\{\{[^{}]{0,80}\}\}|\$\{[^{}]{0,80}\}|%\w{1,20}%|__\w{1,40}__)"
)
_RECORDED = (
    r"(?:recorded|available|known|specified|stated|mentioned|provided|found|given|observed|applicable|noted|identified|documented"
    r"|listed|reported|disclosed|seen|logged|present|clear|determined|described|indicated|captured|on record|in the records)"
)
_SAYS_NOTHING = re.compile(
    rf"(?:no|not)(?: [\w/-]{{1,20}}){{0,5}} {_RECORDED}"
    r"(?:,? (?:yet|so far|at all|here|anywhere|in|for|by|from|with|among)(?: [\w’'-]{1,20}){0,8})?"
    r"|(?:none|nothing)(?:[ ,.:;(–—].{0,120})"
    r"|(?:unknown|unclear|unspecified|undisclosed|unavailable|not (?:yet )?(?:known|clear|recorded|specified)|n/?a)"
    r"[ ,.:;(–—].{0,80}"
    r"|there (?:is|are|was|were|has been|have been) (?:none|no|nothing|not any)\b.{0,120}"
    r"|no (?:such |known |clear |relevant |further )?(?:tactics?|terms?|payment terms?|items?|points?|areas?|deals?|data"
    r"|info(?:rmation)?|evidence|details?|records?|memor(?:y|ies)|mentions?|examples?|entries|notes?|approach(?:es)?|facts?"
    r"|answer|value)"
    r"(?: (?:worked|failed|apply|applies|exists?|yet|so far|at all|to report|was|were|is|are|for|in|about|on|of|that)\b.{0,80})?"
    r"|(?:insufficient|not enough) (?:data|information|evidence|records|deals|memories|detail).{0,80}"
    r"|(?:cannot|can[’']t|could not|unable to) (?:be )?(?:say|tell|determined?|known|find|found|state|answer|identif\w+).{0,80}"
)
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "【": "】", "（": "）"}


def is_blank(text: str) -> bool:
    """Return whether a text is only a word or sign for nothing, in any of many languages, or the placeholder of a template."""
    word = _bare(text)
    return bool(_NOTHING.fullmatch(word) or _NOTHING.fullmatch(word.rstrip(".。")) or is_template(text))


def is_template(value: object) -> bool:
    """Return whether a value is what a form holds before it is filled in, such as `<string>` or `number|null`."""
    if isinstance(value, list | tuple):
        return bool(value) and all(map(is_template, value))
    if not isinstance(value, str) or len(value) > LONGEST_ITEM:
        return False
    word = value.casefold().strip(" *`'\"")
    return bool(_TEMPLATE.fullmatch(word) or _TEMPLATE.fullmatch(_bare(value)))


def says_nothing(text: str) -> bool:
    """Return whether a value only says that there is none: it is blank, or says so in words."""
    return is_blank(text) or (len(text) <= LONGEST_ITEM and _SAYS_NOTHING.fullmatch(_bare(text)) is not None)


def _bare(text: str) -> str:
    """Return a text without the marks and brackets around it."""
    word = text[: LONGEST_ITEM * 2].casefold().strip(" .。!*_" + QUOTES)
    while len(word) > 2 and _BRACKETS.get(word[0]) == word[-1]:
        word = word[1:-1].strip(" .。!*_" + QUOTES)
    return word
