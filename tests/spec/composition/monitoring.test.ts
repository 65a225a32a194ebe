/** The dashboard and the alert rules under `deploy/` against the metrics of the product. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { selfSigned } from '@host/host/testing/tls/self-signed'
import { certificateFiles } from '@host/host/testing/tls/tls-host'
import { parse } from 'yaml'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const token = 'a-long-and-random-token-of-the-operator'
const deploy = join(import.meta.dirname, '../../../deploy')

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[]
  }[]
}

interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly targets?: readonly { readonly expr: string }[] }[]
}

const rules = (parse(readFileSync(join(deploy, 'prometheus/alerts.yaml'), 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
)
const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/host.json'), 'utf8')) as Dashboard
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
]

/** Names of metrics in expressions: those of functions and labels have no such beginning. */
const metricsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(/\b(?:host|process|plugin)_[a-z_]+\b/g)].map(([name]) => name)))

describe('monitoring files', () => {
  const ends: (() => unknown)[] = []
  let host: SpecHost
  let scraped: string
  before(async () => {
    const context = { after: (end: () => unknown) => void ends.push(end) }
    const folder = mkdtempSync(join(tmpdir(), 'host-monitoring-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const { environment } = await certificateFiles(context, selfSigned(['app.lab.test']))
    host = await startSpecHost({
      environment: {
        ...environment,
        HOST_TLS_LISTEN: '127.0.0.1:0',
        HOST_METRICS_TOKEN: token,
        HOST_BACKUP: folder,
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
        OTEL_TRACES_SAMPLER: 'always_off',
      },
    })
    scraped = await (await read('/metrics', { authorization: `Bearer ${token}` })).text()
  })
  after(async () => {
    await host[Symbol.asyncDispose]()
    for (const end of ends.toReversed()) await end()
  })
  const read = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    await host.host.fetch(new Request(`http://app.lab.test${path}`, { headers }))

  test('name only metrics that the product has', () => {
    const known = new Map(
      [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    )
    const names = metricsIn(expressions)
    assert.ok(names.size > 15)
    const missing = [...names].filter(
      (name) => !known.has(name) && known.get(name.replace(/_bucket$/, '')) !== 'histogram',
    )
    assert.deepEqual(missing, [])
  })

  test('alert on every part of the report of /readyz', async () => {
    const report = (await (await read('/readyz')).json()) as object
    assert.deepEqual(Object.keys(report), ['status', 'reasons', 'checks', 'plugins'])
    const alerted = metricsIn(rules.map(({ expr }) => expr))
    for (const name of ['host_ready', 'host_ready_check', 'host_plugin_degraded']) assert.ok(alerted.has(name), name)
    assert.match(scraped, /^host_ready 1$/m)
    assert.match(scraped, /^host_ready_check\{check="certificates"\} [012]$/m)
  })

  test('give every alert a summary and the next step, and every panel an id of its own', () => {
    for (const { alert, annotations } of rules) assert.deepEqual(Object.keys(annotations), ['summary', 'fix'], alert)
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  })
})
