import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { runCli } from '../run-cli.ts'

interface Ended {
  readonly code: number
  readonly written: string
  readonly reported: string
}

async function health(listen: string, ...typed: readonly string[]): Promise<Ended> {
  const [written, reported]: [string[], string[]] = [[], []]
  const context = {
    edition: { inTree: [], outOfTree: [] },
    assets: undefined,
    build: { version: '1.2.3', node: process.version, digest: '', plugins: [] },
    cwd: import.meta.dirname,
    env: { HOST_LISTEN: listen },
    write: (line: string) => void written.push(line),
    report: (line: string) => void reported.push(line),
  }
  const code = await runCli(context, ['health', ...typed])
  return { code, written: written.join('\n'), reported: reported.join('\n') }
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (status: number, body: string, asked: (string | undefined)[] = []): RequestListener => {
  return ({ url }, answer) => {
    asked.push(url)
    answer.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
}

test('a host that can serve is healthy, and the process alone is asked for with --alive', async (t) => {
  const asked: string[] = []
  const listen = await serve(t, answering(200, '{"status":"ready","reasons":[]}', asked))
  assert.deepEqual(await health(listen), { code: 0, written: 'The host can serve.', reported: '' })
  assert.deepEqual(await health(listen, '--alive'), { code: 0, written: 'The process answers.', reported: '' })
  assert.deepEqual(asked, ['/readyz', '/healthz'])
})

test('the reasons of a host that can not serve are printed, with exit code 1', async (t) => {
  const report = { status: 'not_ready', reasons: ["The database isn't responding.", 'The host is stopping.'] }
  const ended = await health(await serve(t, answering(503, JSON.stringify(report))))
  assert.deepEqual(ended, { code: 1, written: '', reported: report.reasons.join('\n') })
})

for (const body of ['', 'null', '[]', '{"reasons":3}', '<html>']) {
  test(`an answer without reasons is reported by its status: ${JSON.stringify(body)}`, async (t) => {
    const ended = await health(await serve(t, answering(502, body)))
    assert.deepEqual(ended, { code: 1, written: '', reported: 'The host answered with status 502.' })
  })
}

test('a missing host, an answer that breaks off, one that is too long, and port 0 are failures', async (t) => {
  const listen = await serve(t, (_, answer) => void answer.destroy())
  assert.match((await health(listen)).reported, /^The host on 127\.0\.0\.1:\d+ could not be asked \(ECONNRESET\)\.$/)
  const long = await serve(t, answering(200, 'x'.repeat(100_000)))
  assert.match((await health(long)).reported, /\(the answer is too long\)\.$/)
  assert.match((await health('127.0.0.1:1')).reported, /\(ECONNREFUSED\)\.$/)
  const unknown = await health('127.0.0.1:0')
  assert.deepEqual([unknown.code, /Set a port/.test(unknown.reported)], [1, true])
})

test('a host on a Unix socket is asked there', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'host-health-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'host.sock')
  const server = createServer(answering(200, '{"status":"ready","reasons":[]}')).listen(path)
  await once(server, 'listening')
  t.after(() => server.close())
  assert.deepEqual(await health(`unix:${path}`), { code: 0, written: 'The host can serve.', reported: '' })
  const absent = await health(`unix:${path}.gone`)
  assert.equal(absent.reported, `The host on ${path}.gone could not be asked (ENOENT).`)
})
