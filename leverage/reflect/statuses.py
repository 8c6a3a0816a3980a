"""Statuses: the states that a narrative can be in, each with the sentence a reader sees."""

from leverage.errors import LeverageError

STATUSES: dict[str, str] = {
    "empty": "Nothing is recorded about this vendor yet, so the model was not asked. Log a deal first.",
    "counted": "Counted brief. No model is set up and nothing is sent anywhere; set LEVERAGE_MODEL to add a narrative.",
    "narrated": "Every sentence was proved by the deals it cites.",
    "narrated_partly": "Some sentences were dropped: not in the records. Open them to see why.",
    "nothing_held": "The model wrote nothing that the records prove. The counted brief stands. A larger model may do better.",
    "silent": "The model answered without a sentence. The counted brief stands. Try again.",
    "unreadable": "The model’s reply could not be read. The counted brief stands. Try again, or have another model set up.",
    "cut": "The model’s reply broke off at its length limit. Whoever runs Leverage can raise LEVERAGE_MODEL_MAX_TOKENS.",
    "timed_out": "The model did not answer in time. Try again, or have LEVERAGE_MODEL_TIMEOUT raised by whoever runs Leverage.",
    "rate_limited": "The model’s provider takes no more requests right now. Wait a minute and try again.",
    "too_long": "The deals do not fit into the model. Whoever runs Leverage can lower LEVERAGE_MODEL_PROMPT_TOKENS.",
    "no_key": "No key is set for the model’s provider; nothing was sent. Whoever runs Leverage sets it, such as OPENAI_API_KEY.",
    "not_allowed": "The model’s provider did not accept the key. Whoever runs Leverage checks that it may use this model.",
    "unknown_model": "No model is known by this name. Whoever runs Leverage writes LEVERAGE_MODEL as provider/model.",
    "declined": "The model declined to answer. The counted brief stands. Another model may answer.",
    "refused_request": "The provider could not take the request. Whoever runs Leverage checks that LEVERAGE_MODEL can chat.",
    "model_failed": "The model’s server answered with an error of its own. The counted brief stands. Try again later.",
    "model_unavailable": "The model can’t be reached. The counted brief stands. Try again later.",
}


class ModelProblem(LeverageError):
    """A model gave no answer; `status` is one of `STATUSES`, and no word of the prompt, key or provider is in the text."""

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__(STATUSES[status])
