import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BootError } from '../support/boot-error.ts'
import { listConfig, readConfig, type Environment } from './config.ts'

const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof BootError)
    return error.problems
  }
  return []
}

test('each mistake in a variable of telemetry names it and the expected form', () => {
  const address = 'it is not a valid address; use one such as "http://collector:4318"'
  const pair = 'a pair has no valid name; write name=value, separated by commas'
  const samplers = 'use always_on, always_off, traceidratio, or one of them after parentbased_'
  const protocols = 'use "http/protobuf" or "http/json"'
  for (const [name, text, mistake] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', address],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://collector:4318/#a', address],
    ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'collector', address],
    ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'secret', pair],
    ['OTEL_EXPORTER_OTLP_METRICS_HEADERS', 'secret', pair],
    ['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', 'http', `"http" is not supported; ${protocols}`],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', pair],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz', `the value of "key" can't be sent; write it percent-encoded`],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=a%0Ab', `the value of "key" can't be sent; write it percent-encoded`],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http', `"http" is not supported; ${protocols}`],
    [
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'grpc',
      `"grpc" is not supported; ${protocols}, and the port of HTTP, which is 4318 as a rule`,
    ],
    ['OTEL_RESOURCE_ATTRIBUTES', '=a', pair],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=b,'.repeat(65), 'there are more than 64 pairs'],
    ['OTEL_SERVICE_NAME', 'a'.repeat(256), 'the name is longer than 255 characters'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', `"jaeger_remote" is not supported; ${samplers}`],
    ['OTEL_TRACES_SAMPLER_ARG', '2', '"2" is not a share; use a number from 0 to 1, such as 0.1'],
    ['OTEL_TRACES_SAMPLER_ARG', '1e-2', '"1e-2" is not a share; use a number from 0 to 1, such as 0.1'],
  ] as const) {
    assert.deepEqual(mistakesIn({ ...on, [name]: text }), [`${name}: ${mistake}.`])
  }
  for (const name of [
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
    'OTEL_EXPORTER_OTLP_METRICS_TIMEOUT',
    'OTEL_TRACES_EXPORTER',
    'OTEL_METRICS_EXPORTER',
    'OTEL_METRIC_EXPORT_INTERVAL',
    'OTEL_METRIC_EXPORT_TIMEOUT',
    'OTEL_BSP_SCHEDULE_DELAY',
    'OTEL_BSP_EXPORT_TIMEOUT',
    'OTEL_BSP_MAX_QUEUE_SIZE',
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    'HOST_TRACE_PROXY',
    'HOST_TRACE_DESTINATIONS',
  ]) {
    const mistakes = mistakesIn({ ...on, [name]: '-1 /' })
    assert.equal(mistakes.length, 1, name)
    assert.match(mistakes[0] ?? '', new RegExp(`^${name}: .*; use `))
  }
  assert.deepEqual(mistakesIn({ ...on, HOST_TRACE_PROXY: '1' }), [
    'HOST_TRUST_PROXY: it is missing; set it together with HOST_TRACE_PROXY.',
  ])
  assert.equal(readConfig({ ...on, HOST_TRACE_PROXY: '1', HOST_TRUST_PROXY: '10.0.0.1' }).traces?.followsProxies, true)
})

test('a host without a collector checks no variable of other programs', () => {
  assert.deepEqual(mistakesIn({ OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), [])
})

test('variables of one signal take the place of those for both', () => {
  const { traces, metricExport } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/base/',
    OTEL_EXPORTER_OTLP_HEADERS: 'key=common',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://metrics/push',
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'other=own',
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '7',
    OTEL_METRIC_EXPORT_INTERVAL: '5000',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=shop,place=west',
  })
  const [url, push] = [new URL('http://collector:4318/base/v1/traces'), new URL('https://metrics/push')]
  assert.deepEqual(traces?.target, { url, protocol: 'http/protobuf', headers: { key: 'common' }, timeout: 7 })
  assert.deepEqual(metricExport, {
    service: 'shop',
    resource: { place: 'west' },
    target: { url: push, protocol: 'http/json', headers: { other: 'own' }, timeout: 10_000 },
    interval: 5_000,
    timeout: 30_000,
  })
  assert.deepEqual([traces.service, traces.resource], [metricExport.service, metricExport.resource])
})

test('each signal is sent alone, where only it has a collector or the other is switched off', () => {
  const url = 'http://collector:4318/v1/signal'
  for (const [environment, sent] of [
    [{}, [false, false]],
    [on, [true, true]],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url }, [true, false]],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url }, [false, true]],
    [{ ...on, OTEL_TRACES_EXPORTER: 'none' }, [false, true]],
    [{ ...on, OTEL_METRICS_EXPORTER: 'none' }, [true, false]],
    [{ ...on, OTEL_SDK_DISABLED: 'true' }, [false, false]],
  ] as const) {
    const { traces, metricExport } = readConfig(environment)
    assert.deepEqual([traces !== undefined, metricExport !== undefined], sent, JSON.stringify(environment))
  }
})

test('a password or a key in the address of a collector is refused, and shown nowhere', () => {
  for (const [text, mistake] of [
    ['https://me:swordfish@collector/', 'the address has a password; send it in OTEL_EXPORTER_OTLP_HEADERS'],
    ['https://collector/?key=swordfish', 'the address has a query; send keys in OTEL_EXPORTER_OTLP_HEADERS'],
    ['me:sword/swordfish@collector', 'it is not a valid address; use one such as "http://collector:4318"'],
    ['https://collector/#swordfish', 'it is not a valid address; use one such as "http://collector:4318"'],
  ] as const) {
    for (const signal of ['', 'TRACES_', 'METRICS_']) {
      const name = `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`
      assert.deepEqual(mistakesIn({ [name]: text }), [`${name}: ${mistake}.`])
      assert.doesNotMatch(JSON.stringify(listConfig({ [name]: text })), /swordfish/)
    }
  }
  const listed = listConfig(on).find(({ name }) => name === 'OTEL_EXPORTER_OTLP_ENDPOINT')
  assert.equal(listed?.value, on.OTEL_EXPORTER_OTLP_ENDPOINT)
})
