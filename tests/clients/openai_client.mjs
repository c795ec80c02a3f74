// Asks a running `pecan serve` through the `openai` package: PACKAGES URL TOKEN QUESTION. Prints what it got, as JSON.

import { createRequire } from "node:module";

const [packages, url, token, question] = process.argv.slice(2);
const OpenAI = createRequire(`${packages}/`)("openai");
const client = new OpenAI({ baseURL: url, apiKey: token, maxRetries: 0 });

const models = [];
for await (const model of client.models.list()) models.push(model.id);
const { title } = await client.models.retrieve("pecan/1");

const ask = { model: "pecan/1", pecan: { best_effort: true } };
const messages = [{ role: "user", content: question }];
const whole = await client.chat.completions.create({ ...ask, messages });
const { message, finish_reason } = whole.choices[0];
const { type, file_id, filename, document, page, start, end, text } = message.annotations[0];

const [pieces, streamed] = [[], []];
let usage = null;
const stream = await client.chat.completions.create({
  ...ask, messages, stream: true, stream_options: { include_usage: true },
});
for await (const chunk of stream) {
  usage = chunk.usage ?? usage;
  for (const { delta } of chunk.choices) {
    pieces.push(delta.content ?? "");
    streamed.push(...(delta.annotations ?? []));
  }
}

messages.push(message, { role: "user", content: "Why?" });
const followUp = await client.chat.completions.create({ ...ask, messages });

async function refused(kind, call) {
  try {
    await call();
  } catch (error) {
    if (error instanceof kind) return [error.status, error.code, error.type];
    throw error;
  }
  return null;
}

const stranger = new OpenAI({ baseURL: url, apiKey: "another-token-altogether", maxRetries: 0 });
console.log(JSON.stringify({
  models,
  title,
  content: message.content,
  finish_reason,
  total_tokens: whole.usage.total_tokens,
  citation: { type, file_id, filename, document, page, start, end, text },
  citations: message.annotations.length,
  pieces,
  streamed: streamed.length,
  streamed_tokens: usage.total_tokens,
  follow_up: followUp.pecan.question,
  unauthorised: await refused(OpenAI.AuthenticationError, () => stranger.models.list()),
  unknown: await refused(OpenAI.NotFoundError, () => client.models.retrieve("pecan/7")),
  bad: await refused(OpenAI.BadRequestError, () =>
    client.chat.completions.create({ model: "pecan/1", messages, n: 2 })),
}));
