import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsOf, type SentMetrics } from '../../../../testing/observability/collected-metrics.ts'
import type { MetricFamily } from '../metric-family.ts'
import { metricsEncoder } from './encode-metrics.ts'

/** These metrics as the encoder of OpenTelemetry's own SDK writes them, without the fields that are zero. */
const ofSdk = [
  '0ad1030a2b0a150a0c736572766963652e6e616d6512050a036c61620a120a0b70726f636573732e70696412030a013712a1030a060a',
  '04686f737412a2010a12686f73745f687474705f72657175657374731213436f6d706c657465642072657175657374732e3a770a3e11',
  '20a13136fe9c9717190058712e0c9d97172100000000000008403a100a06706c7567696e12060a0473686f703a0f0a066d6574686f64',
  '12050a034745540a311120a13136fe9c9717190058712e0c9d97172100000000000000003a140a06706c7567696e120a0a086b696f73',
  '6b20c3a91002180112380a1370726f636573735f6370755f7365636f6e64733a210a1b110000a0d885573416190058712e0c9d971721',
  '000000000000e03f1002180112310a09686f73745f6a6f627312054a6f62732e2a1d0a1b1120a13136fe9c9717190058712e0c9d9717',
  '21000000000000f8bf1284010a12706c7567696e5f73686f705f6261736b657412084261736b6574732e4a640a601120a13136fe9c97',
  '17190058712e0c9d97172101f2052a01000000290000000000802c403218010000000000000000f2052a010000000000000000000000',
  '3a10000000000000e03f00000000000024404a0e0a046b696e6412060a04636173681002',
].join('')

const facts = { 'service.name': 'lab', 'process.pid': '7' }
const moments = { since: 1_700_000_000_000.5, now: 1_700_000_060_000 }
const families: readonly MetricFamily[] = [
  {
    name: 'host_http_requests',
    type: 'counter',
    help: 'Completed requests.',
    points: [
      { labels: { plugin: 'shop', method: 'GET' }, value: 3 },
      { labels: { plugin: 'kiosk é' }, value: 0 },
    ],
  },
  {
    name: 'process_cpu_seconds',
    type: 'counter',
    help: '',
    since: 1_600_000_000_000,
    points: [{ labels: {}, value: 0.5 }],
  },
  { name: 'host_jobs', type: 'gauge', help: 'Jobs.', points: [{ labels: {}, value: -1.5 }] },
  {
    name: 'plugin_shop_basket',
    type: 'histogram',
    help: 'Baskets.',
    points: [{ labels: { kind: 'cash' }, value: { bounds: [0.5, 10], counts: [1, 5_000_000_000, 0], sum: 14.25 } }],
  },
]

test('metrics are written as the encoder of OpenTelemetry writes them', () => {
  assert.equal(Buffer.from(metricsEncoder('http/protobuf', facts)(families, moments)).toString('hex'), ofSdk)
})

test('metrics as JSON have times and whole numbers of 64 bits as text, and infinity and NaN by their names', () => {
  const points = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.25].map((value, at) => ({
    labels: { at: String(at) },
    value,
  }))
  const bytes = metricsEncoder('http/json', facts)(
    [...families, { name: 'odd', type: 'gauge', help: '', points }],
    moments,
  )
  const { metrics, resource } = metricsOf(JSON.parse(Buffer.from(bytes).toString()) as SentMetrics)
  assert.deepEqual(resource, facts)
  assert.deepEqual(metrics.get('host_http_requests'), {
    form: 'sum',
    description: 'Completed requests.',
    aggregationTemporality: 2,
    isMonotonic: true,
    points: [
      {
        labels: { plugin: 'shop', method: 'GET' },
        startTimeUnixNano: '1700000000000500000',
        timeUnixNano: '1700000060000000000',
        asDouble: 3,
      },
      {
        labels: { plugin: 'kiosk é' },
        startTimeUnixNano: '1700000000000500000',
        timeUnixNano: '1700000060000000000',
        asDouble: 0,
      },
    ],
  })
  assert.equal(metrics.get('process_cpu_seconds')?.points[0]?.startTimeUnixNano, '1600000000000000000')
  assert.deepEqual(metrics.get('host_jobs')?.points, [
    {
      labels: {},
      startTimeUnixNano: '1700000000000500000',
      timeUnixNano: '1700000060000000000',
      asDouble: -1.5,
    },
  ])
  assert.deepEqual(metrics.get('plugin_shop_basket')?.points, [
    {
      labels: { kind: 'cash' },
      startTimeUnixNano: '1700000000000500000',
      timeUnixNano: '1700000060000000000',
      count: '5000000001',
      sum: 14.25,
      bucketCounts: ['1', '5000000000', '0'],
      explicitBounds: [0.5, 10],
    },
  ])
  assert.deepEqual(
    metrics.get('odd')?.points.map(({ asDouble }) => asDouble),
    ['NaN', 'Infinity', '-Infinity', 0.25],
  )
})

test('a body of any size is written whole', () => {
  const encode = metricsEncoder('http/protobuf', facts)
  const sizeOf = (times: number): number =>
    encode(Array.from({ length: times }, () => families).flat(), moments).byteLength
  const one = sizeOf(2) - sizeOf(1)
  assert.ok(one > 300 && Math.abs(sizeOf(2_000) - (sizeOf(1) + 1_999 * one)) < 10)
})
