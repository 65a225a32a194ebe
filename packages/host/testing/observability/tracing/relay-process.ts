/**
 * A host in a process of its own, behind a trusted proxy: `node relay-process.ts <collector>`. It prints as JSON its address,
 * and the modules of telemetry that a host without a collector had loaded before. It stops with its standard input.
 */
import { registerHooks } from 'node:module'
import { Mail } from '@host/plugin'

const telemetry = /\/observability\/(?:tracing|otlp|metrics\/export)\/|\/support\/trace\/|\/sdk-metrics\//
const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    if (telemetry.test(url)) loaded.push(url.replace(/^.*\//, ''))
    return next(url, context)
  },
})

const ends: (() => unknown)[] = []
const context = { after: (end: () => unknown) => void ends.push(end) }
const { labHost } = await import('../../lab-host.ts')
const { relay } = await import('./relay-plugin.ts')
const plain = await labHost(context, [relay])
await plain.host.listen()
await (await fetch(`${plain.host.url}/api/x/relay/pack/a`.replace('//api', '/api'))).text()
await plain.host.settleJobs()
const without = loaded.filter((name) => !name.startsWith('relay-'))
const { host } = await labHost(context, [relay], {
  services: [[Mail, { send: async () => ({ id: 'sent' }) }]],
  environment: {
    HOST_TRUST_PROXY: '127.0.0.1',
    HOST_TRACE_PROXY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: process.argv[2],
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_METRIC_EXPORT_INTERVAL: '50',
    OTEL_TRACES_SAMPLER_ARG: '0',
  },
})
process.stdout.write(`${JSON.stringify({ url: await host.listen(), without, withCollector: loaded })}\n`)
process.stdin.on('end', () => void Promise.all(ends.map((end) => end()))).resume()
