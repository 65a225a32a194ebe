import { join } from 'node:path'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { measureHttp } from '../harness/measure-http.ts'
import type { Answer } from '../load/answer-reader.ts'
import { requestHead } from '../servers/request-head.ts'
import { sessionToken, workspaceId } from '../servers/session-token.ts'
import { startServer } from '../servers/start-server.ts'

/** A license takes 60 validations a minute, so there are many. */
const licenses = 5_000

/** Validations of licenses, signed, against reads of a license by a member. */
export const licenseValidate: Benchmark = { name: 'license-validate', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const count = bench.scale.isTrial ? 100 : licenses
  const options = { file: join(bench.folder, 'licenses.db'), folder: bench.folder, licenses: count }
  await using server = await startServer(bench, 'licenses', options)
  const [license] = await licensesAt(server.port)
  if (license === undefined) throw new Error('The host has no license.')
  const path = `/api/x/products/licenses/${workspaceId(0)}/validate`
  const validations = Array.from({ length: count }, (_, at) =>
    postHead(path, {
      key: `license-${at}`,
      product: license.productId,
      nonce: `nonce-number-${String(at).padStart(5, '0')}`,
    }),
  )
  const reads = [requestHead(`/api/x/products/licenses/${license.id}`, 0)]
  const [validate, read] = ['validation', 'read of a license']
  const series = await measureHttp(bench, [
    { name: validate, server, requests: validations, expected: await answerTo(server.port, validations[0]) },
    { name: read, server, requests: reads, expected: await answerTo(server.port, reads[0]) },
  ])
  const row = {
    what: 'Validation of a license, signed',
    subject: series(validate, 'cpu'),
    baseline: series(read, 'cpu'),
  }
  return [compareSpeed({ ...row, measure: 'CPU per request', unit: 'µs', goal: { atLeast: 0.6 } })]
}

interface Listed {
  readonly id: string
  readonly productId: string
}

async function licensesAt(port: number): Promise<readonly Listed[]> {
  const headers = { host: 'bench.test', cookie: `host_session=${sessionToken(0)}` }
  const answer = await fetch(`http://127.0.0.1:${port}/api/x/products/licenses?limit=1`, { headers })
  return ((await answer.json()) as { readonly items: readonly Listed[] }).items
}

/** Every answer is as long as the first one. */
async function answerTo(port: number, request = ''): Promise<Answer> {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const [method = '', path = ''] = head.split(' ')
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  headers.delete('content-length')
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body !== '' && { body }) })
  return { status: 200, bodyBytes: (await answer.arrayBuffer()).byteLength }
}

function postHead(path: string, body: object): string {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const head = ['Host: bench.test', 'Content-Type: application/json', `Content-Length: ${length}`]
  return `POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${text}`
}
