"""Asks a running `pecan serve` through the `openai` package: URL TOKEN QUESTION. Prints what it got, as JSON."""

import json
import sys

import openai

url, token, question = sys.argv[1:]
client = openai.OpenAI(base_url=url, api_key=token, max_retries=0)

models = [model.id for model in client.models.list()]
title = client.models.retrieve("pecan/1").title

ask = {"model": "pecan/1", "extra_body": {"pecan": {"best_effort": True}}}
messages = [{"role": "user", "content": question}]
whole = client.chat.completions.create(messages=messages, **ask)
message = whole.choices[0].message
citation = message.annotations[0]

pieces, streamed, usage = [], [], None
options = {"include_usage": True}
for chunk in client.chat.completions.create(messages=messages, stream=True, stream_options=options, **ask):
    usage = chunk.usage or usage
    for choice in chunk.choices:
        pieces.append(choice.delta.content or "")
        streamed += getattr(choice.delta, "annotations", None) or []

messages += [message.to_dict(), {"role": "user", "content": "Why?"}]
follow_up = client.chat.completions.create(messages=messages, **ask)


def refused(kind, call):
    try:
        call()
    except kind as error:
        return [error.status_code, error.code, error.type]
    return None


stranger = openai.OpenAI(base_url=url, api_key="another-token-altogether", max_retries=0)
print(json.dumps({
    "models": models,
    "title": title,
    "content": message.content,
    "finish_reason": whole.choices[0].finish_reason,
    "total_tokens": whole.usage.total_tokens,
    "citation": {
        "type": citation.type, "file_id": citation.file_id, "filename": citation.filename,
        "document": citation.document, "page": citation.page, "start": citation.start,
        "end": citation.end, "text": citation.text,
    },
    "citations": len(message.annotations),
    "pieces": pieces,
    "streamed": len(streamed),
    "streamed_tokens": usage.total_tokens,
    "follow_up": follow_up.pecan["question"],
    "unauthorised": refused(openai.AuthenticationError, stranger.models.list),
    "unknown": refused(openai.NotFoundError, lambda: client.models.retrieve("pecan/7")),
    "bad": refused(openai.BadRequestError, lambda: client.chat.completions.create(
        model="pecan/1", messages=messages, n=2)),
}))
