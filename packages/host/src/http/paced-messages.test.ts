import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { json } from '@host/plugin'
import { bodyChunks } from './body-chunks.ts'
import { notePaced } from './paced-messages.ts'
import { labServer } from '../../testing/http/lab-server.ts'

const limits = { headersTimeout: 50, requestTimeout: 100, checkInterval: 20 }
const start = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 6\r\n\r\n'

async function lengthOf(request: Request): Promise<number> {
  const next = bodyChunks(request)
  let length = 0
  for (;;) {
    const chunk = await next(new AbortController().signal)
    if (chunk === undefined) return length
    length += chunk.length
  }
}

/** Sends a body in three parts, over three times the limit of a request. */
async function sendSlowly(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.write(start)
  for (const part of ['ab', 'cd', 'ef']) {
    socket.write(part)
    // A real wait: the server counts the time of a request on its socket.
    await sleep(120)
  }
  if (!socket.closed) await once(socket, 'close')
  return answer
}

test('a body whose reader requires a pace may take longer than a request, and any other may not', async (context) => {
  const handler = async (request: Request): Promise<Response> => {
    notePaced(request)
    return json({ length: await lengthOf(request) })
  }
  const paced = await labServer(context, { handler, limits })
  assert.match(await sendSlowly(paced.port), /^HTTP\/1\.1 200 [^]*\{"length":6\}/)
  const plain = await labServer(context, { handler: async (request) => json(await lengthOf(request)), limits })
  assert.match(await sendSlowly(plain.port), /^HTTP\/1\.1 408 /)
})

test('a reader that stops early still gets its answer to the client', async (context) => {
  const handler = async (request: Request): Promise<Response> => {
    await bodyChunks(request)(new AbortController().signal)
    return json({ isEnough: true }, { status: 415 })
  }
  const { port } = await labServer(context, { handler })
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(900_000) })
  assert.deepEqual([answer.status, await answer.json()], [415, { isEnough: true }])
})
