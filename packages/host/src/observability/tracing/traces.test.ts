import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { createInterface } from 'node:readline'
import type { CollectedMetrics } from '../../../testing/observability/collected-metrics.ts'
import type { CollectedSpan } from '../../../testing/observability/collected-spans.ts'
import { startCollector, type Collector } from '../../../testing/observability/collector.ts'
import { relay } from '../../../testing/observability/tracing/relay-plugin.ts'
import { until } from '../../../testing/until.ts'
import { labHost, type LabHost } from '../../../testing/lab-host.ts'

const program = join(import.meta.dirname, '../../../testing/observability/tracing/relay-process.ts')
const token = 'metrics-token-of-the-lab'

interface Relayed {
  readonly url: string
  readonly without: readonly string[]
  readonly withCollector: readonly string[]
}

/** Starts a second host in a process of its own; it stops with the tests. */
async function startRelay(collector: Collector, context: { after(end: () => unknown): void }): Promise<Relayed> {
  const child = spawn(process.execPath, ['--conditions=source', program, collector.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  context.after(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return JSON.parse(line) as Relayed
}

suite('traces', () => {
  const ends: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => void ends.push(end) }
  let collector: Collector
  let lab: LabHost
  let url: string
  let second: Relayed
  before(async () => {
    collector = await startCollector(context)
    second = await startRelay(collector, context)
    lab = await labHost(context, [relay], {
      environment: {
        HOST_SAFEHTTP_ALLOW: '127.0.0.0/8',
        HOST_TRUST_PROXY: '127.0.0.1',
        HOST_TRACE_DESTINATIONS: '127.0.0.1',
        HOST_METRICS_TOKEN: token,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=s%20ecret',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '20',
        OTEL_METRIC_EXPORT_INTERVAL: '50',
        OTEL_TRACES_SAMPLER: 'always_on',
      },
    })
    url = (await lab.host.listen()).replace(/\/$/, '')
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  test('a host without a collector loads no module of telemetry, and one with it does', () => {
    assert.deepEqual(second.without, [])
    for (const name of ['open-tracing.ts', 'open-metric-export.ts']) assert.ok(second.withCollector.includes(name))
  })

  test('each process sends its own metrics, under an id of its own', async () => {
    const { length } = collector.exports
    await until(() => idsOf(collector.exports.slice(length)).size === 2)
    const processes = new Set(collector.exports.map(({ resource }) => resource['process.pid']))
    assert.ok(processes.size === 2 && processes.has(String(process.pid)))
    for (const { resource } of collector.exports) assert.equal(resource['service.name'], 'host')
  })

  test('one trace shows a request through two processes, their statements, a job, and an email', async () => {
    const to = `${second.url}api/x/relay/pack/secret-label`
    const answer = await fetch(`${url}/api/x/relay/forward/a?to=${encodeURIComponent(to)}`)
    assert.deepEqual(await answer.json(), { status: 200 })
    const { traceId } = await collector.span('GET /api/x/relay/pack/{label}')
    for (const name of ['GET /api/x/relay/forward/{label}', 'GET', 'job pack', 'job mail.send']) {
      await collector.span(name, traceId)
    }
    const picture = pictureOf(collector.spans.filter((span) => span.traceId === traceId))
    for (const line of [
      'one: GET /api/x/relay/forward/{label}',
      'one:   handler',
      'one:     GET',
      'other:       GET /api/x/relay/pack/{label}',
      'other:         handler',
      'other:           INSERT host_jobs',
      'other:           job pack',
      'other:             SELECT relay_parcels',
      'other:             job mail.send',
      'other:               send mail',
    ]) {
      assert.ok(picture.includes(line), `${line}\nis not in\n${picture.join('\n')}`)
    }
    assert.doesNotMatch(JSON.stringify(collector.spans), /secret-label|ada@lab\.test/)
  })

  test('a request names its route, plugin and result, and never its path', async () => {
    const answer = await fetch(`${url}/api/x/relay/fail?token=secret-query`)
    assert.equal(answer.status, 500)
    const { attributes, hasFailed, traceId, spanId, kind } = await collector.span('GET /api/x/relay/fail')
    assert.deepEqual([kind, hasFailed], [2, true])
    assert.deepEqual(attributes, {
      'http.request.method': 'GET',
      'http.response.status_code': 500,
      'plugin.name': 'relay',
      'request.id': answer.headers.get('x-request-id'),
      'http.route': '/api/x/relay/fail',
      'error.type': '500',
    })
    assert.doesNotMatch(JSON.stringify(collector.spans), /secret-query/)
    const fault = lab.log.find(({ requestId }) => requestId === attributes['request.id'])
    assert.deepEqual([fault?.['trace_id'], fault?.['span_id']], [traceId, spanId])
  })

  test('the trace of a client is linked and not continued, even where a trusted proxy passes it on', async () => {
    const foreign = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
    const headers = { traceparent: `00-${foreign.traceId}-${foreign.spanId}-00`, tracestate: 'a=1' }
    await (await fetch(`${url}/api/x/relay/missing`, { headers })).text()
    const find = (): CollectedSpan | undefined => collector.spans.find(({ links }) => links.length > 0)
    await until(() => find() !== undefined)
    const span = find() as CollectedSpan
    assert.notEqual(span.traceId, foreign.traceId)
    assert.equal(span.parentSpanId, undefined)
    assert.deepEqual(
      span.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
      [foreign],
    )
  })

  test('only hosts that the operator names get a traceparent', async () => {
    const asked: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers)
      response.end()
    })
    for (const address of ['127.0.0.2', '127.0.0.1']) {
      server.listen(0, address)
      await once(server, 'listening')
      const to = `http://${address}:${(server.address() as AddressInfo).port}/`
      await (await fetch(`${url}/api/x/relay/forward/b?to=${encodeURIComponent(to)}`)).text()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    const [other, named] = asked
    assert.equal(other?.['traceparent'], undefined)
    assert.match(String(named?.['traceparent']), /^00-[\da-f]{32}-[\da-f]{16}-01$/)
    assert.equal(named?.['tracestate'], undefined)
  })

  test('a collector that never answers delays no request and no stop', async () => {
    await collector.span('GET /api/x/relay/fail')
    assert.equal(collector.requests.at(-1)?.['content-type'], 'application/json')
    assert.ok(collector.requests.some((headers) => headers['api-key'] === 's ecret'))
    collector.status = 0
    for (let times = 0; times < 5; times += 1) assert.equal((await fetch(`${url}/api/x/relay/pack/c`)).status, 200)
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    assert.match(await metrics.text(), /host_trace_spans_total\{result="exported"\} [1-9]/)
    await lab.host.stop()
  })
})

function idsOf(exports: readonly CollectedMetrics[]): ReadonlySet<unknown> {
  return new Set(exports.map(({ resource }) => resource['service.instance.id']))
}

/** Spans as an indented tree, each with its process. */
function pictureOf(spans: readonly CollectedSpan[]): readonly string[] {
  const below = (parent: string | undefined, depth: number): readonly string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .flatMap((span) => [
        `${span.process === String(process.pid) ? 'one' : 'other'}: ${'  '.repeat(depth)}${span.name}`,
        ...below(span.spanId, depth + 1),
      ])
  return below(undefined, 0)
}
