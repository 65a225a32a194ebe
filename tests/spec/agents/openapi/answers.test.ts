/**
 * Every operation, called with valid and invalid input by its description, by the lowest role it admits, by a member
 * and by a token without its scope. An error in a handler is a 500 here, and no documented answer.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { definePlugin, json } from '@host/plugin'
import type { OpenApiDocument } from '@host/plugin/platform'
import { plugin as hello } from '../../../../examples/hello/plugin.ts'
import { infoOf } from '../../lab/plugins.ts'
import type { SpecHost } from '../../lab/spec-host.ts'
import { invalidCalls, validCalls, type Call } from './calls-of.ts'
import { operationsOf, startDescribed, type Operation } from './described-host.ts'
import { Documented, type Answered } from './documented.ts'
import { gather, type Company } from './people-who-call.ts'
import { ValuesOf } from './values-of.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const numRuns = isSoak ? 20 : 3
/** A run in a row of others is the same each time; the soak looks further. */
const seed = isSoak ? Date.now() : 9

/** Has a scope that opens nothing else. */
const idle = definePlugin({
  name: 'idle',
  info: infoOf('Idle'),
  models: [],
  mount: (mux, ctx) =>
    mux.handle(
      'GET /api/x/idle/nothing',
      ctx.guard(() => json([])),
    ),
})

/** Share of operations that succeed: the others require an emailed secret, or a proof only a person has. */
const leastDone = 0.45

/** Operations that end the session or suspend the workspace in use, or try passwords, run last; removals before. */
const turnOf = ({ path, method }: Operation): number =>
  /logout|account|sessions|switch|leave|suspension|reauthenticate|password|login/.test(path)
    ? 2
    : method === 'delete'
      ? 1
      : 0

test('§A5 every operation answers as documented, for any input and every sender', async () => {
  await using lab = await startDescribed({
    plugins: [hello, idle],
    environment: {
      HOST_SAFEHTTP_ALLOW: '127.0.0.1:49151',
      HOST_PUBLIC_URL: 'http://host.test',
      HOST_DNS_RESOLVERS: '127.0.0.1:9',
    },
  })
  const document = JSON.parse(JSON.stringify(await lab.api.document())) as OpenApiDocument
  const documented = new Documented(document)
  const operations = operationsOf(document)
  const met = new Set<string>()
  const ask = { document, documented, company: await gather(lab.host), met, host: lab.host }
  const surprises: string[] = []
  for (const operation of operations.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    surprises.push(...(await surprisesOf(operation, ask)))
  }
  // Last, because repeated invalid tokens are rate limited.
  for (const operation of operations) surprises.push(...(await surprisesOfGuess(operation, ask)))
  assert.deepEqual(surprises, [])
  const done = new Set([...met].filter((each) => / 2\d\d$/.test(each)).map((each) => each.split(' ', 1)[0]))
  assert.ok(
    done.size > operations.length * leastDone,
    `Only ${done.size} of ${operations.length} operations were ever done.`,
  )
})

interface Ask {
  readonly document: OpenApiDocument
  readonly documented: Documented
  readonly company: Company
  readonly met: Set<string>
  readonly host: SpecHost
}

async function surprisesOf(operation: Operation, ask: Ask): Promise<readonly string[]> {
  const { lowest, member, powerless, things } = ask.company
  const { value } = operation
  const values = new ValuesOf(ask.document)
  const found: string[] = []
  for (const somebody of new Set([lowest[value['x-audience']] ?? member, member, powerless])) {
    const headers = await somebody.headers()
    for (const calls of [validCalls(operation, values, things), invalidCalls(operation, values, things)]) {
      const property = fc.asyncProperty(calls, async (call) => {
        const surprise = await surpriseOf(operation, { ...ask, headers, call })
        if (surprise !== undefined) throw new Error(surprise)
      })
      const { counterexample, errorInstance } = await fc.check(property, { numRuns, seed, endOnFailure: true })
      if (counterexample !== null) {
        const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
        found.push(`${value.operationId} ${somebody.name} ${JSON.stringify(counterexample[0])}: ${what}`)
      }
    }
  }
  return found
}

/** The answers to an invalid token. */
async function surprisesOfGuess(operation: Operation, ask: Ask): Promise<readonly string[]> {
  const call = { path: operation.path.replaceAll(/[{}]/g, ''), headers: {}, body: undefined }
  const headers = { authorization: 'Bearer host_nobody' }
  const surprise = await surpriseOf(operation, { ...ask, headers, call })
  return surprise === undefined ? [] : [`${operation.value.operationId} for a guess: ${surprise}`]
}

async function surpriseOf(
  operation: Operation,
  { documented, host, met, headers, call }: Ask & { readonly headers: Call['headers']; readonly call: Call },
): Promise<string | undefined> {
  const answered = await answerTo(operation, call, { base: host.host.url ?? '', headers })
  met.add(`${operation.value.operationId} ${answered.status}`)
  const isTaken = answered.status < 300 && !documented.allows(operation, call.body)
  const surprise = isTaken ? 'takes what its schema does not allow' : documented.surprise(operation, answered)
  const logged = host.log.find(({ requestId, error }) => requestId === answered.requestId && error !== undefined)
  return surprise === undefined
    ? undefined
    : `${surprise} ${logged === undefined ? '' : JSON.stringify(logged['error'])}`
}

async function answerTo(
  { method }: Operation,
  { path, headers, body }: Call,
  from: { readonly base: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Answered> {
  const abort = new AbortController()
  const response = await fetch(new URL(path, from.base), {
    method: method.toUpperCase(),
    redirect: 'manual',
    signal: abort.signal,
    headers: { ...from.headers, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const type = response.headers.get('content-type') ?? ''
  const text = type.includes('json') ? await response.text() : ''
  abort.abort()
  return {
    status: response.status,
    type,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    requestId: response.headers.get('x-request-id'),
  }
}
