import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { json, type Problem } from '@host/plugin'
import { asProblem, problemResponse } from './problem.ts'
import { nodeExchange } from './node-request.ts'
import { readBody } from './request-body.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, open, statusOf } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

type Read = (request: Request) => Promise<unknown>
type Ways = Readonly<Record<string, Read>>

const boundary = 'x-boundary'
const form = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n"ä"\r\n--${boundary}--\r\n`
const ways: Ways = {
  text: (request) => request.text(),
  json: async (request) => JSON.stringify(await request.json()),
  arrayBuffer: async (request) => Buffer.from(await request.arrayBuffer()).toString(),
  bytes: async (request) => Buffer.from(await request.bytes()).toString(),
  blob: async (request) => await (await request.blob()).text(),
  body: (request) => new Response(request.body).text(),
  clone: (request) => request.clone().text(),
}

async function twice(request: Request, read: Read): Promise<Response> {
  try {
    const host = (await readBody(request, 100_000)).toString()
    return json({ host, handler: await read(request) })
  } catch (error) {
    return problemResponse(asProblem(error), { requestId: 'r', language: 'en' })
  }
}

async function bySocket(context: TestContext, read: Read, ...parts: readonly string[]): Promise<string> {
  const { port } = await labServer(context, { handler: (request) => twice(request, read) })
  return await exchange(port, ...parts)
}

/** Bytes of the heap that are in use, after a collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
const bodyOf = (answer: string): unknown =>
  JSON.parse(Buffer.from(answer.split('\r\n\r\n')[1] ?? '', 'latin1').toString())

suite('a body that the host has read is still there for the handler', () => {
  for (const [name, read] of Object.entries(ways)) {
    test(`${name}: through a socket, whole and in chunks, and of a request made by hand`, async (context) => {
      const expected = { host: '"ä"', handler: '"ä"' }
      const whole = await bySocket(context, read, `${head}Content-Length: 4\r\n\r\n"ä"`)
      assert.deepEqual(bodyOf(whole), expected)
      const chunked = await bySocket(
        context,
        read,
        `${head}Transfer-Encoding: chunked\r\n\r\n`,
        '4\r\n"ä"\r\n0\r\n\r\n',
      )
      assert.deepEqual(bodyOf(chunked), expected)
      const made = await twice(new Request('http://a/', { method: 'POST', body: '"ä"' }), read)
      assert.deepEqual(await made.json(), expected)
    })
  }

  test('formData: through a socket and of a request made by hand', async (context) => {
    // oxlint-disable-next-line typescript/no-deprecated -- a handler may call it all the same
    const read: Read = async (request) => (await request.formData()).get('a')
    const type = `multipart/form-data; boundary=${boundary}`
    const length = Buffer.byteLength(form)
    const answer = await bySocket(
      context,
      read,
      `${head}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${form}`,
    )
    assert.deepEqual(bodyOf(answer), { host: form, handler: '"ä"' })
    const made = await twice(
      new Request('http://a/', { method: 'POST', body: form, headers: { 'content-type': type } }),
      read,
    )
    assert.deepEqual(await made.json(), { host: form, handler: '"ä"' })
  })

  test('a request without a body has an empty one', async (context) => {
    const answer = await bySocket(context, (request) => request.text(), `${head}\r\n`)
    assert.deepEqual(bodyOf(answer), { host: '', handler: '' })
    assert.equal((await readBody(new Request('http://a/', { method: 'POST' }), 0)).length, 0)
    assert.equal((await readBody(new Request('http://a/'), 0)).length, 0)
  })
})

suite('a body that can not be read', () => {
  const refused = { name: 'Problem', code: 'body_too_large' }

  test('one byte over the limit is refused, the limit itself is read', async (context) => {
    const { port } = await labServer(context, {
      handler: async (request) => {
        const size = await readBody(request, 10).catch((error: unknown) => (error as Problem).code)
        return json({ size: typeof size === 'string' ? size : size.length })
      },
    })
    const chunked = (size: number): Promise<string> =>
      exchange(
        port,
        `${head}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`,
      )
    assert.deepEqual([bodyOf(await chunked(10)), bodyOf(await chunked(11))], [{ size: 10 }, { size: refused.code }])
    const made = (body: string): Request => new Request('http://a/', { method: 'POST', body })
    assert.equal((await readBody(made('x'.repeat(10)), 10)).length, 10)
    await assert.rejects(readBody(made('x'.repeat(11)), 10), refused)
  })

  test('one that comes in pieces of any size is whole and in order', async (context) => {
    const length = 300_000
    const text = Buffer.from(Array.from({ length }, (_, place) => place % 251)).toString('latin1')
    let body: Buffer | undefined
    const handler = async (request: Request): Promise<Response> => {
      body = await readBody(request, length)
      return json({})
    }
    const { port } = await labServer(context, { handler })
    for (const most of [3, 900, 40_000]) {
      let chunks = ''
      for (let at = 0, size = 1; at < length; at += size, size = (size * 7) % most || 1) {
        const piece = text.slice(at, at + size)
        chunks += `${piece.length.toString(16)}\r\n${piece}\r\n`
      }
      await exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n`, Buffer.from(`${chunks}0\r\n\r\n`, 'latin1'))
      assert.ok(body?.equals(Buffer.from(text, 'latin1')), `pieces of less than ${most}`)
    }
  })

  test('one that comes byte by byte takes the memory of its bytes, not of as many objects', async (context) => {
    const pieces = 100_000
    let socket: Socket | undefined
    const handler = async (request: Request): Promise<Response> => {
      socket = nodeExchange(request)?.request.socket
      return json({ size: (await readBody(request, pieces).catch(() => '')).length })
    }
    const { port } = await labServer(context, { handler })
    const sent = `${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(pieces)}`
    const before = heapInUse()
    const connection = open(port, sent)
    await until(() => socket?.bytesRead === sent.length)
    const held = heapInUse() - before
    connection.hangUp()
    assert.ok(held < 10 * 1024 * 1024, `${held} bytes are held for ${pieces}`)
  })

  test('a client that leaves in its middle is a bad request', async (context) => {
    const seen: unknown[] = []
    let isReading = false
    const { port } = await labServer(context, {
      handler: async (request) => {
        isReading = true
        await readBody(request, 10).catch((error: unknown) => seen.push((error as Problem).code))
        return json({})
      },
    })
    const connection = open(port, `${head}Content-Length: 4\r\n\r\nab`)
    await until(() => isReading)
    connection.hangUp()
    await until(() => seen.length > 0)
    assert.deepEqual(seen, ['bad_request'])
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const made = new Request('http://a/', { method: 'POST', body: broken, duplex: 'half' })
    await assert.rejects(readBody(made, 10), { name: 'Problem', code: 'bad_request' })
  })

  test('one that a user has read already is a mistake of who wrapped the handler', async (context) => {
    const late = async (request: Request): Promise<Response> => {
      await request.text()
      return await twice(request, (again) => again.text())
    }
    const { port } = await labServer(context, { handler: late })
    assert.equal(statusOf(await exchange(port, `${head}Content-Length: 2\r\n\r\nab`)), 500)
    const made = new Request('http://a/', { method: 'POST', body: 'ab' })
    await made.text()
    await assert.rejects(readBody(made, 10), TypeError)
  })
})
