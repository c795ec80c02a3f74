"""Uses a `pecan mcp` that it starts through the `mcp` package: QUESTION COMMAND…. Prints what it got, as JSON."""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters

question, command, *arguments = sys.argv[1:]
own = {name: value for name, value in os.environ.items() if name.startswith(("PECAN_", "GOMP_"))}
server = StdioServerParameters(command=command, args=arguments, env=own)


async def use(mode):
    async with Client(server, mode=mode) as client:
        async def call(name, **parameters):
            result = await client.call_tool(name, parameters)
            if result.is_error:
                return {"error": result.content[0].text}
            assert json.loads(result.content[0].text) == result.structured_content
            return result.structured_content

        tools = (await client.list_tools()).tools
        got = {
            "name": client.server_info.name,
            "instructions": client.instructions,
            "tools": {tool.name: tool.annotations.read_only_hint for tool in tools},
            "described": all(tool.description and tool.output_schema for tool in tools),
            "documents": await call("list_documents"),
            "hidden": [
                await call("read_passage", document=2, page=1),
                await call("ask", question="Who?", documents=[2]),
                await call("ask", question="Who?", collection="Secrets"),
                await call("search", words="the", document=2),
                await call("points_on_passage", document=2, page=1),
            ],
            "bad": [
                await call("read_passage", document=1),
                await call("ask", question="Who?"),
            ],
        }
        if got["documents"]["documents"]:
            page = await call("read_passage", document=1, page=1)
            words = page["passages"][0]["text"].split()
            found = await call("search", words=" ".join(words[:2]))
            answer = await call("ask", question=question, documents=[1], best_effort=True)
            cited = answer["passages"][0]
            extent = {"document": 1, "start": cited["start"], "end": cited["end"]}
            got |= {
                "page": page,
                "found": found,
                "answer": answer,
                "read": await call("read_passage", **extent),
                "points": await call("points_on_passage", **extent),
            }
        return got


async def main():
    print(json.dumps([await use(mode) for mode in ("auto", "legacy")]))

asyncio.run(main())
