"""Renders chat templates as Hugging Face's transformers does, for comparison.

Reads a list of {"template", "messages", "add_generation_prompt"} from stdin and writes a list of texts, or of nulls
where a template fails. Needs the package jinja2.
"""

import json
import sys
from datetime import date

from jinja2 import nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    """The tags around what a model is trained to write; they write nothing themselves."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def raise_exception(message):
    raise TemplateError(message)


def to_json(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def environment():
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols]
    )
    made.filters["tojson"] = to_json
    made.globals["raise_exception"] = raise_exception
    made.globals["strftime_now"] = lambda form: date(2026, 1, 1).strftime(form)
    return made


def render(case):
    try:
        template = environment().from_string(case["template"])
        return template.render(
            messages=case["messages"],
            add_generation_prompt=case["add_generation_prompt"],
            enable_thinking=False,
            bos_token="<s>",
            eos_token="</s>",
            tools=None,
            documents=None,
        )
    except Exception:
        return None


json.dump([render(case) for case in json.load(sys.stdin)], sys.stdout)
