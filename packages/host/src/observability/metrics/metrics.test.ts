import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, json, Telemetry, type AnyPlugin } from '@host/plugin'
import parse from 'parse-prometheus-text-format'
import { readConfig } from '../../config/config.ts'
import { BootError } from '../../support/boot-error.ts'
import { labHost, type LabHost } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'
import { problemsOf } from '../../../testing/plain-plugins.ts'
import { jobFamilies } from './job-families.ts'
import type { MetricFamily } from './metric-family.ts'
import { metricsText } from './metrics-text.ts'

const token = 'a-long-and-random-token-of-the-operator'
const environment = { HOST_METRICS_TOKEN: token }

/** A plugin that measures its sales, with a gauge that falls over. */
const shop = (name: string): AnyPlugin =>
  definePlugin({
    name,
    info: notesInfo,
    models: [],
    mount(mux, ctx) {
      const meter = ctx.lookup(Telemetry)?.meter
      const sales = meter?.createCounter('sales', { description: 'What was "sold"\nso far.' })
      const sizes = meter?.createHistogram('basket', { unit: 'By', advice: { explicitBucketBoundaries: [1, 10] } })
      meter?.createObservableGauge('open_tills').addCallback((till) => till.observe(3, { le: 'left' }))
      meter?.createObservableGauge('broken').addCallback(() => {
        throw new Error('The gauge fell over.')
      })
      mux.handle(`GET /api/x/${name}/sell`, () => {
        sales?.add(2, { kind: 'te"a\\\n', __name__: 'other' })
        sizes?.record(7)
        return json({})
      })
    },
  })

/** A lab host's metrics as an independent parser reads them. */
async function read({ get }: LabHost, headers: Readonly<Record<string, string>> = {}) {
  const answer = await get('/metrics', { authorization: `Bearer ${token}`, ...headers })
  const text = await answer.text()
  const families = new Map(parse(text).map((family) => [family.name, family]))
  const sample = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    families
      .get(name)
      ?.metrics?.find((each) => Object.entries(labels).every(([label, value]) => each.labels?.[label] === value))
  return { answer, text, families, sample }
}

suite('metrics', () => {
  test('metrics are unreadable without a token, and plugins have no instruments then', async (t) => {
    const { get } = await labHost(t, [shop('shop')])
    assert.equal((await get('/metrics')).status, 404)
    assert.equal((await get('/metrics', { authorization: 'Bearer undefined' })).status, 404)
    assert.equal((await get('/api/x/shop/sell')).status, 200)
  })

  test('§P37 they are refused to anyone who brings no token or another one', async (t) => {
    const { get } = await labHost(t, [], { environment })
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`]) {
      const answer = await get('/metrics', authorization === '' ? {} : { authorization })
      assert.equal(answer.status, 401)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="host"')
      assert.ok(!(await answer.text()).includes('host_'))
    }
  })

  test('§P37 requests, statements and the process are counted, and no workspace, person or secret is named', async (t) => {
    const lab = await labHost(t, [shop('shop')], { environment })
    const ada = await lab.person('member', 'Studio of the tenant')
    for (let call = 0; call < 3; call += 1) await ada.call('GET', '/api/x/shop/sell')
    await ada.call('BREW', '/api/x/shop/sell')
    const { answer, text, sample } = await read(lab)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const calls = { plugin: 'shop', method: 'GET', status: '2xx' }
    assert.equal(sample('host_http_requests_total', calls)?.value, '3')
    assert.equal(sample('host_http_requests_total', { method: 'other' })?.value, '1')
    assert.match(text, /^host_http_request_duration_seconds_bucket\{plugin="shop",le="\+Inf"\} 3$/m)
    assert.match(text, /^host_http_request_duration_seconds_count\{plugin="shop"\} 3$/m)
    assert.ok(Number(sample('host_db_queries_total', { plugin: 'host' })?.value) > 0)
    assert.ok(Number(sample('process_resident_memory_bytes')?.value) > 1e7)
    assert.ok(Number(sample('host_event_loop_lag_seconds', { quantile: '0.99' })?.value) >= 0)
    for (const secret of [token, ada.orgId, ada.userId, 'Studio']) assert.ok(!text.includes(secret), secret)
  })

  test("instruments are separate for each plugin, and one that throws is left out as its plugin's fault", async (t) => {
    const lab = await labHost(t, [shop('shop'), shop('kiosk')], { environment })
    const elsewhere = await labHost(t, [shop('shop')], { environment })
    await elsewhere.get('/api/x/shop/sell')
    for (let call = 0; call < 2; call += 1) await lab.get('/api/x/kiosk/sell')
    const { sample, families } = await read(lab)
    assert.equal(sample('plugin_kiosk_sales_total')?.value, '4')
    assert.equal(sample('plugin_shop_sales_total'), undefined)
    assert.deepEqual(Object.keys(sample('plugin_kiosk_sales_total')?.labels ?? {}), ['kind', 'l___name__'])
    assert.deepEqual(sample('plugin_kiosk_basket_bytes')?.buckets, { '1.0': '0', '10.0': '2', '+Inf': '2' })
    assert.equal(sample('plugin_shop_open_tills', { l_le: 'left' })?.value, '3')
    assert.equal(lab.host.faultCount('shop'), 1)
    assert.deepEqual(families.get('plugin_shop_broken')?.metrics ?? [], [])
  })

  test('a plugin with more instruments than it may have does not mount', async (t) => {
    const greedy = definePlugin({
      name: 'greedy',
      info: notesInfo,
      models: [],
      mount: (_, ctx) => {
        for (let at = 0; at < 101; at += 1) ctx.lookup(Telemetry)?.meter.createCounter(`c${at}`)
      },
    })
    const [problem] = await problemsOf(t, [greedy], { environment })
    assert.match(problem ?? '', /at most 100 instruments/)
  })

  test('OpenMetrics is answered to anyone who asks for it, and keeps to its grammar', async (t) => {
    const lab = await labHost(t, [shop('shop')], { environment })
    await lab.get('/api/x/shop/sell')
    const { answer, text } = await read(lab, { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' })
    assert.equal(answer.headers.get('content-type'), 'application/openmetrics-text; version=1.0.0; charset=utf-8')
    assert.ok(text.endsWith('\n# EOF\n'))
    const label = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\[n"\\])*"`
    const line = new RegExp(
      String.raw`^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{${label}(?:,${label})*\})? -?[\d.e+-]+|# EOF)$`,
    )
    for (const each of text.trimEnd().split('\n')) assert.match(each, line)
    assert.match(text, /^# TYPE host_http_requests counter$/m)
    assert.match(text, /^host_http_requests_total\{/m)
  })

  test('a token that could be guessed is refused without being repeated', () => {
    assert.throws(
      () => readConfig({ HOST_METRICS_TOKEN: 'swordfish' }),
      (error) => error instanceof BootError && /24 to 200/.test(error.message) && !/swordfish/.test(error.message),
    )
  })
})

test('jobs are counted by plugin and state, with the age of the oldest', () => {
  const count = { plugin: 'shop', state: 'waiting', count: 4, oldestAt: '2026-11-20T00:00:00.500Z' } as const
  const text = metricsText(jobFamilies([count]), 'prometheus')
  assert.match(text, /^host_jobs\{plugin="shop",state="waiting"\} 4$/m)
  assert.match(text, /^host_jobs_oldest_timestamp_seconds\{plugin="shop",state="waiting"\} 1795132800\.5$/m)
})

test('of two families that claim a name, and of two series with the same labels, the first is written', () => {
  const family = (name: string, type: MetricFamily['type'], ...values: readonly number[]): MetricFamily => ({
    name,
    type,
    help: name,
    points: values.map((value) => ({ labels: {}, value })),
  })
  const text = metricsText(
    [family('a', 'counter', 1, 4), family('a_total', 'gauge', 2), family('a', 'gauge', 3)],
    'prometheus',
  )
  assert.deepEqual(
    text.split('\n').filter((line) => !line.startsWith('#')),
    ['a_total 1', ''],
  )
})
