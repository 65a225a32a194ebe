import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'
import { requestHead } from '../servers/request-head.ts'
import { uniqueNumber } from './load-job.ts'
import { runLoad } from './run-load.ts'

const job = { requests: ['/a', '/b', '/c'].map((path) => requestHead(path)), connections: 2, milliseconds: 200 }

test('the load counts every answer and asks for every request in turn', async () => {
  const asked: string[] = []
  const server = await listenOnLoopback((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
  const result = await runLoad({ ...job, port: server.port, expected: { status: 200, bodyBytes: 2 } })
  await server.close()
  assert.equal(result.answers, asked.length)
  assert.deepEqual([...new Set(asked)].toSorted(), ['/a', '/b', '/c'])
  assert.ok(result.p50 <= result.p99)
})

test('a number in a request is another one each time, in later loads too', async () => {
  const asked: string[] = []
  const server = await listenOnLoopback((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
  const requests = [requestHead(`/${uniqueNumber}`)]
  for (let round = 0; round < 2; round += 1) {
    await runLoad({ ...job, requests, port: server.port, expected: { status: 200, bodyBytes: 2 } })
  }
  await server.close()
  assert.equal(new Set(asked).size, asked.length)
  assert.match(asked[0] ?? '', /^\/\d{16}$/)
})

test('requests between the others have their share, their own status and no time', async () => {
  const asked: string[] = []
  const server = await listenOnLoopback((request, response) => {
    asked.push(request.url ?? '')
    const isBetween = request.url === '/between'
    response.writeHead(isBetween ? 201 : 200, { 'content-length': 2 }).end('ok')
  })
  const load = { ...job, port: server.port, expected: { status: 200, bodyBytes: 2 } }
  const between = { requests: [requestHead('/between')], every: 5, status: 201 }
  const { answers } = await runLoad({ ...load, between })
  const count = asked.filter((path) => path === '/between').length
  assert.equal(answers, asked.length - count)
  assert.ok(Math.abs(asked.length - 5 * count) <= 5 * job.connections, `${count} of ${asked.length}`)
  await assert.rejects(runLoad({ ...load, between: { ...between, status: 200 } }), /answered 201/)
  await server.close()
})

test('a wrong status, a wrong length and a server that hangs up end the load', async () => {
  const server = await listenOnLoopback((request, response) => {
    if (request.url === '/gone') response.socket?.destroy()
    else response.writeHead(404, { 'content-length': 2 }).end('no')
  })
  const load = { ...job, port: server.port }
  await assert.rejects(
    runLoad({ ...load, expected: { status: 200, bodyBytes: 2 } }),
    /answered 404 with 2 bytes instead of 200/,
  )
  await assert.rejects(runLoad({ ...load, expected: { status: 404, bodyBytes: 3 } }), /instead of 404 with 3 bytes/)
  const gone = { ...load, requests: [requestHead('/gone')], expected: { status: 200, bodyBytes: 2 } }
  await assert.rejects(runLoad(gone), /closed|ECONNRESET/)
  await server.close()
})
