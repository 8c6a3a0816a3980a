"""The gist of a sentence: what its vector is made of."""

import re

# How the sentences of a deal (`leverage.sentences`) and of an event begin and end, and how those do that were written elsewhere.
_FRAMES = (
    (re.compile(r"Notes?: (?P<said>.+)", re.DOTALL), ""),
    (re.compile(r"Tactic used[^:“\"]*: [“\"](?P<said>.+)[”\"]\.(?: .*)?", re.DOTALL), "tactic: "),
    (re.compile(r".{1,300}? was flexible(?: and willing to compromise)?(?: on)?: (?P<said>.+)", re.DOTALL), "flexible on "),
    (re.compile(r".{1,300}? was firm(?:, rigid,)? and refused to (?:move|budge) on: (?P<said>.+)", re.DOTALL), "firm on "),
    (re.compile(r"Event of .{1,30}? recorded by [^:]{1,700}: (?P<said>.+)", re.DOTALL), ""),
)


def gist_of(text: str) -> str:
    """Return what a sentence says without the words that every sentence of its kind opens and ends with.

    They say nothing about one sentence that they do not say about all of them, and would draw a question towards the
    frame instead of the matter. A text of another kind is its own gist.
    """
    for frame, opening in _FRAMES:
        if told := frame.fullmatch(text):
            return f"{opening}{told['said']}"
    return text
