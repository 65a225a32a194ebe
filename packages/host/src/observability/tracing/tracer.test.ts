import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExecutionContext, ExecutionContexts } from '../containment/execution-contexts.ts'
import type { Span } from '../../support/trace/span.ts'
import { openState } from '../../request/request-state.ts'
import { RequestTraces } from './request-traces.ts'
import type { Sampling } from './sampling.ts'
import { Tracer } from './tracer.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

/** A tracer, with the spans that have ended and the context of the running code. */
function lab(sampling: Sampling = { followsParent: true, ratio: 1 }) {
  const ended: Span[] = []
  const context: ExecutionContext = { plugin: 'lab' }
  const tracer = new Tracer({ sampling, sink: { add: (span) => void ended.push(span) } })
  tracer.follow(contextsOf(context))
  const enter = (span: Span): Span => (context.span = span)
  const request = (parent: string | null = null, isTrusted = true): Span =>
    tracer.openRequest('GET', { parent, state: 'a=1, b=2' }, isTrusted)
  return { tracer, ended, enter, request }
}

/** Contexts of a host whose code all runs in one. */
function contextsOf(context: ExecutionContext): Pick<ExecutionContexts, 'current' | 'span' | 'runPart'> {
  return {
    current: () => context,
    get span() {
      return context.span
    },
    runPart: (_, work) => work(),
  }
}

suite('a tracer', () => {
  test('follows a trusted caller: its trace, its decision and its state', () => {
    for (const [flags, isSampled] of [
      ['00', false],
      ['01', true],
    ] as const) {
      const span = lab({ followsParent: true, ratio: 0.5 }).request(`00-${traceId}-${spanId}-${flags}`)
      assert.deepEqual([span.traceId, span.parentId, span.isSampled], [traceId, spanId, isSampled])
      assert.equal(span.traceState, 'a=1,b=2')
    }
  })

  test('begins a trace for any other caller, and decides on it alone', () => {
    const { request } = lab({ followsParent: true, ratio: 0 })
    const span = request(`00-${traceId}-${spanId}-01`, false)
    assert.notEqual(span.traceId, traceId)
    assert.deepEqual([span.parentId, span.isSampled, span.link?.traceId], [undefined, false, traceId])
  })

  test('ignores a traceparent that is not valid', () => {
    for (const parent of [
      '',
      `00-${traceId}-${spanId}`,
      `00-${traceId}-${spanId}-01-more`,
      `ff-${traceId}-${spanId}-01`,
      `00-${traceId.toUpperCase()}-${spanId}-01`,
      `00-${'0'.repeat(32)}-${spanId}-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `01-${traceId}-${spanId}-01-${'a'.repeat(300)}`,
    ]) {
      const span = lab().request(parent)
      assert.notEqual(span.traceId, traceId, parent)
      assert.equal(span.link, undefined, parent)
    }
    assert.equal(lab().request(`01-${traceId}-${spanId}-01-more`).traceId, traceId)
  })

  test('records about the ratio of traces, and the same ones everywhere', () => {
    const { request } = lab({ followsParent: false, ratio: 0.25 })
    const spans = Array.from({ length: 2_000 }, () => request())
    const recorded = spans.filter(({ isSampled }) => isSampled)
    assert.ok(recorded.length > 350 && recorded.length < 650, `${recorded.length} of 2,000`)
    const other = lab({ followsParent: false, ratio: 0.25 })
    for (const span of spans) {
      const again = other.request(`00-${span.traceId}-${spanId}-00`)
      assert.equal(again.isSampled, span.isSampled)
    }
  })

  test('makes no span for a request that is not recorded until its log or its work asks for ids', () => {
    const { tracer, ended } = lab({ followsParent: true, ratio: 0 })
    const peers = { isFromProxy: () => true, isProxy: () => true, addressOf: () => '', isSecure: () => false }
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    const state = openState(new Request('http://lab.test/', { headers }), 'request-1', peers)
    new RequestTraces({ tracer, peers, followsProxies: false }).open(state)
    const { unrecorded } = state
    let made = 0
    state.unrecorded = () => {
      made += 1
      return unrecorded?.() as Span
    }
    tracer.follow(contextsOf(state))
    assert.equal(tracer.recorded ?? tracer.child('SELECT', 'client'), undefined)
    assert.equal(
      tracer.within('handler', 'internal', () => 7),
      7,
    )
    assert.equal(made, 0)
    const job = tracer.openStored('job', tracer.stored(0) ?? null)
    assert.deepEqual([job.traceId, job.isSampled, made], [state.span?.logFields.trace_id, false, 1])
    assert.equal(ended.length, 0)
  })

  test('gives a request that is not recorded a trace that no process of its ratio records', () => {
    const { tracer } = lab({ followsParent: false, ratio: 0.25 })
    const other = lab({ followsParent: false, ratio: 0.25 })
    for (let times = 0; times < 200; times += 1) {
      const again = other.request(`00-${tracer.unrecorded().traceId}-${spanId}-01`)
      assert.equal(again.isSampled, false)
    }
  })

  test('puts a job into the trace that added it, with the decision made there', () => {
    const { tracer, enter, request } = lab()
    const added = enter(request(`00-${traceId}-${spanId}-00`))
    const job = tracer.openStored('job', tracer.stored(0) ?? null)
    assert.deepEqual([job.traceId, job.parentId, job.isSampled], [traceId, added.spanId, false])
    assert.equal(tracer.openStored('job', null).parentId, undefined)
    assert.equal(tracer.openStored('job', `00-${traceId}-${spanId}-01`).parentId, undefined)
  })

  test('links a job that comes after many others, or late, in place of an endless trace', () => {
    const { tracer, enter, request } = lab()
    const first = enter(request())
    assert.equal(tracer.openStored('job', tracer.stored(3_600_000) ?? null).link?.traceId, first.traceId)
    const chain = Array.from({ length: 20 }, () => enter(tracer.openStored('job', tracer.stored(0) ?? null)))
    const traces = [first, ...chain].map((span) => span.traceId)
    assert.deepEqual(
      [...new Set(traces)].map((of) => traces.filter((id) => id === of).length),
      [8, 8, 5],
    )
    assert.equal(chain[7]?.link?.spanId, chain[6]?.spanId)
  })

  test('bounds the spans of one request, and says how many are missing', () => {
    const { tracer, ended, enter, request } = lab()
    const span = enter(request())
    for (let times = 0; times < 300; times += 1) tracer.child('SELECT', 'client')?.end()
    span.end()
    assert.equal(ended.length, 201)
    assert.equal(span.attributes?.['host.omitted_spans'], 100)
    assert.equal(tracer.child('SELECT', 'client'), undefined)
  })

  test('bounds the calls inside of the build that one request records, with all below them', () => {
    const { tracer, ended, enter, request } = lab()
    const span = enter(request())
    for (let times = 0; times < 300; times += 1) {
      enter(tracer.openInternal('GET /api/x/lab'))
      tracer.child('SELECT', 'client')?.end()
      tracer.current?.end()
      enter(span)
    }
    assert.equal(ended.length, 400)
    span.end()
    assert.equal(span.attributes?.['host.omitted_spans'], 100)
  })
})
