import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { definePlugin, json, Telemetry } from '@host/plugin'
import parse from 'parse-prometheus-text-format'
import { startCollector, type Collector } from '../../../../testing/observability/collector.ts'
import { labHost, type LabHost } from '../../../../testing/lab-host.ts'
import { notesInfo } from '../../../../testing/notes-plugin.ts'
import { until } from '../../../../testing/until.ts'

const token = 'a-long-and-random-token-of-the-operator'
const secret = 'swordfish-of-the-collector'

/** A plugin that counts its sales and measures its baskets. */
const shop = definePlugin({
  name: 'shop',
  info: notesInfo,
  models: [],
  mount(mux, ctx) {
    const meter = ctx.lookup(Telemetry)?.meter
    const sales = meter?.createCounter('sales', { description: 'Sales so far.' })
    const baskets = meter?.createHistogram('basket', { unit: 'By', advice: { explicitBucketBoundaries: [1, 10] } })
    const open = meter?.createUpDownCounter('open_tills')
    mux.handle('GET /api/x/shop/sell', () => {
      sales?.add(2, { kind: 'cash' })
      baskets?.record(7)
      open?.add(-1)
      return json({})
    })
  },
})

interface ShopOptions {
  readonly interval?: number
  readonly environment?: Readonly<Record<string, string>>
}

/** A shop that sends its metrics to a collector every few milliseconds. */
async function openShop(
  context: Pick<TestContext, 'after'>,
  { url }: Pick<Collector, 'url'>,
  { interval = 20, environment = {} }: ShopOptions = {},
): Promise<LabHost & { sell(): Promise<void> }> {
  const lab = await labHost(context, [shop], {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${secret}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: String(interval),
      OTEL_TRACES_EXPORTER: 'none',
      HOST_METRICS_TOKEN: token,
      ...environment,
    },
  })
  const sell = async (): Promise<void> => assert.equal((await lab.get('/api/x/shop/sell')).status, 200)
  return { ...lab, sell }
}

const warnings = ({ log }: LabHost): readonly unknown[] =>
  log.flatMap(({ level, message, error }) => (level === 'warn' && /collector/.test(message) ? [error] : []))

suite('metrics over OTLP', () => {
  test('a collector gets monotonic sums, histograms and gauges, which grow from export to export', async (t) => {
    const collector = await startCollector(t)
    const before = BigInt(Date.now()) * 1_000_000n
    const { sell } = await openShop(t, collector, { environment: { OTEL_SERVICE_NAME: 'shop of the lab' } })
    const sold = (count: number) => collector.export(({ point }) => point('plugin_shop_sales')?.asDouble === count)
    await sell()
    const first = await sold(2)
    await sell()
    const { metrics, point, resource, scope } = await sold(4)
    assert.deepEqual(
      [resource['service.name'], resource['service.version'], scope],
      ['shop of the lab', '0.0.0', 'host'],
    )
    assert.match(String(resource['service.instance.id']), new RegExp(`-${process.pid}-\\d+$`))

    const { form, isMonotonic, aggregationTemporality, description } = metrics.get('plugin_shop_sales') ?? {}
    assert.deepEqual([form, isMonotonic, aggregationTemporality, description], ['sum', true, 2, 'Sales so far.'])
    const [one, two] = [
      first.point('plugin_shop_sales', { kind: 'cash' }),
      point('plugin_shop_sales', { kind: 'cash' }),
    ]
    assert.deepEqual([one?.asDouble, two?.asDouble], [2, 4])
    assert.equal(one?.startTimeUnixNano, two?.startTimeUnixNano)
    assert.ok(BigInt(one?.startTimeUnixNano ?? 0) >= before)
    assert.ok(BigInt(two?.timeUnixNano ?? 0) > BigInt(one?.timeUnixNano ?? 0))

    const basket = point('plugin_shop_basket_bytes')
    assert.equal(metrics.get('plugin_shop_basket_bytes')?.aggregationTemporality, 2)
    assert.deepEqual(
      [basket?.explicitBounds, basket?.bucketCounts, basket?.count, basket?.sum],
      [[1, 10], ['0', '2', '0'], '2', 14],
    )
    assert.equal(metrics.get('plugin_shop_open_tills')?.form, 'gauge')
    assert.deepEqual(point('plugin_shop_open_tills')?.asDouble, -2)
    const cpu = BigInt(point('process_cpu_seconds')?.startTimeUnixNano ?? 0)
    assert.equal(cpu / 1_000_000n, BigInt(Math.floor(performance.timeOrigin)))
  })

  test('§P37 a collector gets the metrics that a scrape shows, and no workspace, person or secret', async (t) => {
    const collector = await startCollector(t)
    const lab = await openShop(t, collector)
    const ada = await lab.person('member', 'Studio of the tenant')
    await ada.call('GET', '/api/x/shop/sell')
    const scrape = await (await lab.get('/metrics', { authorization: `Bearer ${token}` })).text()
    const sent = await collector.export(({ metrics }) => metrics.has('plugin_shop_sales'))
    const shown = parse(scrape).map(({ name }) => name.replace(/_total$/, ''))
    assert.deepEqual([...sent.metrics.keys()].toSorted(), shown.toSorted())
    const labels = { plugin: 'shop', method: 'GET', status: '2xx' }
    assert.equal(sent.point('host_http_requests', labels)?.asDouble, 1)
    assert.equal(sent.point('host_http_request_duration_seconds', { plugin: 'shop' })?.count, '1')
    const text = JSON.stringify([...sent.metrics])
    for (const hidden of [token, secret, ada.orgId, ada.userId, 'Studio']) assert.ok(!text.includes(hidden), hidden)
  })

  test('a scrape and an export each see the delay of the event loop since their own last look', async (t) => {
    const collector = await startCollector(t)
    const { host, get } = await openShop(t, collector, { interval: 600_000 })
    for (let block = 0; block < 5; block += 1) {
      const end = performance.now() + 100
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    const scrape = async (): Promise<number> => {
      const text = await (await get('/metrics', { authorization: `Bearer ${token}` })).text()
      return Number(/^host_event_loop_lag_seconds\{quantile="0\.99"\} (\S+)$/m.exec(text)?.[1])
    }
    assert.ok((await scrape()) > 0.05)
    const last = collector.export()
    await host.stop()
    const lag = (await last).point('host_event_loop_lag_seconds', { quantile: '0.99' })?.asDouble
    assert.ok(Number(lag) > 0.05, String(lag))
  })

  test('metrics are sent without a token for scrapes, which then show none', async (t) => {
    const collector = await startCollector(t)
    const { get } = await openShop(t, collector, { environment: { HOST_METRICS_TOKEN: '' } })
    assert.ok((await collector.export()).metrics.has('host_http_requests'))
    assert.equal((await get('/metrics')).status, 404)
  })

  test('a stop sends the last values', async (t) => {
    const collector = await startCollector(t)
    const { host, sell } = await openShop(t, collector, { interval: 600_000 })
    await sell()
    assert.equal(collector.requests.length, 0)
    await host.stop()
    assert.equal(collector.exports.length, 1)
    assert.equal(collector.exports[0]?.point('plugin_shop_sales')?.asDouble, 2)
  })

  test('a host that has stopped sends nothing more', async (t) => {
    const collector = await startCollector(t)
    const { host } = await openShop(t, collector, { interval: 1 })
    await collector.export()
    await host.stop()
    const { length } = collector.requests
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(collector.requests.length, length)
  })

  test('a collector that never answers holds one export, no request, and no stop', async (t) => {
    const collector = await startCollector(t)
    collector.status = 0
    const { host, sell } = await openShop(t, collector, { interval: 1 })
    await until(() => collector.held.length === 1)
    for (let times = 0; times < 20; times += 1) await sell()
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(collector.held.length, 1)
    await host.stop()
    assert.equal(collector.held.length, 2)
  })

  test('an export that takes too long is given up, and the next one has its values', async (t) => {
    const collector = await startCollector(t)
    collector.status = 0
    const environment = { OTEL_METRIC_EXPORT_TIMEOUT: '20' }
    const lab = await openShop(t, collector, { environment })
    await lab.sell()
    await until(() => collector.held.length > 1)
    collector.status = 200
    const { point } = await collector.export()
    assert.equal(point('plugin_shop_sales')?.asDouble, 2)
    assert.ok(Number(point('host_metric_exports', { result: 'failed' })?.asDouble) > 0)
    assert.equal(warnings(lab).length, 1)
  })

  test('a collector that is down costs one line of the log, which has no header, until it was back', async (t) => {
    const first = await startCollector(t)
    const port = Number(new URL(first.url).port)
    await first.close()
    const lab = await openShop(t, first)
    await lab.sell()
    await until(() => warnings(lab).length === 1)
    const second = await startCollector(t, port)
    const { point } = await second.export()
    assert.ok(Number(point('host_metric_exports', { result: 'failed' })?.asDouble) > 0)
    assert.equal(second.requests[0]?.['api-key'], secret)
    second.status = 404
    await until(() => warnings(lab).length === 2)
    await lab.sell()
    assert.match(String(warnings(lab)[1]), /The collector answered 404/)
    assert.ok(!JSON.stringify(lab.log).includes(secret))
  })

  test('metrics go where their own variables say, with their own headers, and traces do not', async (t) => {
    const [common, own] = [await startCollector(t), await startCollector(t)]
    const { sell, host } = await openShop(t, common, {
      environment: {
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${own.url}/v1/metrics`,
        OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'other-key=other',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_TRACES_SAMPLER: 'always_on',
      },
    })
    await sell()
    await host.stop()
    assert.ok(common.spans.some(({ name }) => name === 'GET /api/x/shop/sell'))
    assert.deepEqual([common.exports.length, common.requests[0]?.['api-key']], [0, secret])
    assert.ok(own.exports.length > 0)
    assert.deepEqual([own.requests[0]?.['api-key'], own.requests[0]?.['other-key']], [undefined, 'other'])
  })

  test('OTEL_METRICS_EXPORTER=none and OTEL_SDK_DISABLED=true send none, and plugins have no instruments', async (t) => {
    const collector = await startCollector(t)
    for (const off of [{ OTEL_METRICS_EXPORTER: 'none' }, { OTEL_SDK_DISABLED: 'true' }]) {
      let meter: unknown
      const curious = definePlugin({
        name: 'curious',
        info: notesInfo,
        models: [],
        mount: (_, ctx) => void (meter = ctx.lookup(Telemetry)),
      })
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: '1', ...off }
      const { host } = await labHost(t, [curious], { environment })
      await host.stop()
      assert.equal(meter, undefined)
    }
    assert.equal(collector.requests.length, 0)
  })
})
