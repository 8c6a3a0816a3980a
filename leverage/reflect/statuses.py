"""Statuses: the states that a narrative can be in, each with the sentence a reader sees."""

from leverage.errors import LeverageError

STATUSES: dict[str, str] = {
    "empty": "Nothing is recorded about this vendor yet, so the model was not asked. Log a deal first.",
    "counted": "Counted brief. No model is set up and nothing is sent anywhere; set LEVERAGE_MODEL to add a narrative.",
    "narrated": "Every sentence of the model was found in the deals it cites.",
    "narrated_partly": "Some sentences were dropped: not in the records. Open them to see why.",
    "nothing_held": "The model wrote nothing that the records prove. The counted brief stands; try again or use a larger model.",
    "silent": "The model answered without a sentence. The counted brief stands; try again.",
    "unreadable": "The model’s reply could not be read. The counted brief stands; try again or use another model.",
    "cut": "The model’s reply broke off at its length limit. Raise LEVERAGE_MODEL_MAX_TOKENS and try again.",
    "timed_out": "The model did not answer in time. Try again, or raise LEVERAGE_MODEL_TIMEOUT.",
    "rate_limited": "The model’s provider takes no more requests right now. Wait a minute and try again.",
    "too_long": "The deals do not fit into the model. Lower LEVERAGE_MODEL_PROMPT_TOKENS and try again.",
    "not_allowed": "The model’s provider did not accept the key. Check the key and that it may use this model.",
    "unknown_model": "The provider does not know this model. Check LEVERAGE_MODEL and LEVERAGE_MODEL_BASE.",
    "declined": "The model’s provider declined to answer. The counted brief stands; use another model.",
    "refused_request": "The provider could not take the request. Check that LEVERAGE_MODEL names a chat model.",
    "model_unavailable": "The model can’t be reached. The counted brief stands; check LEVERAGE_MODEL_BASE, or try again later.",
}


class ModelProblem(LeverageError):
    """A model gave no answer; `status` is one of `STATUSES`, and no word of the prompt, key or provider is in the text."""

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__(STATUSES[status])
