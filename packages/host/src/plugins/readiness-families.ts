import { familyBy, type MetricFamily } from '../observability/metrics/metric-family.ts'
import { readReadiness, type ReadinessOptions } from './readiness.ts'

const levels = { ok: 0, warn: 1, fail: 2 } as const

/** The report of `/readyz` as metrics, for alerts. */
export async function readinessFamilies(options: ReadinessOptions): Promise<readonly MetricFamily[]> {
  const { status, checks, plugins } = await readReadiness(options)
  const help = '1 while the process can serve, 0 otherwise; /readyz has the reason.'
  return [
    { name: 'host_ready', type: 'gauge', help, points: [{ labels: {}, value: Number(status === 'ready') }] },
    familyBy(
      'check',
      { name: 'host_ready_check', type: 'gauge', help: 'Checks of /readyz: 0 is ok, 1 is a warning, 2 has failed.' },
      checks.map(({ name, state }) => [name, levels[state]]),
    ),
    familyBy(
      'plugin',
      { name: 'host_plugin_degraded', type: 'gauge', help: 'Plugins that are not well; always 1.' },
      plugins.map(({ name }) => [name, 1]),
    ),
  ]
}
