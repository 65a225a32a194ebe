/** Use that the host counts of every workspace anyway, by hour and in memory first: a plan's meter costs no write of its own. */
import type { MeterDefinition } from '@host/plugin'
import type { AccountingService, Usage } from '@host/plugin/platform'

interface HostMeter extends MeterDefinition {
  readonly counter: keyof Usage
}

/** The same count as requests, with a limit that is hard: a plan sets either, or both. */
export const apiCallsMeter: HostMeter = Object.freeze({
  name: 'api-calls',
  title: { en: 'Requests, with API calls refused above', zh: '请求数（超出后拒绝 API 调用）' },
  unit: 'count',
  counter: 'calls',
})

export const hostMeters: readonly HostMeter[] = Object.freeze([
  { name: 'requests', title: { en: 'Requests', zh: '请求' }, unit: 'count', counter: 'calls' },
  apiCallsMeter,
  { name: 'background-jobs', title: { en: 'Background jobs', zh: '后台任务' }, unit: 'count', counter: 'jobs' },
] as const)

/** A stretch of time (ISO 8601). */
export interface MeasuredTime {
  readonly from: string
  readonly to: string
}

/** How much of a meter of the host a workspace used; undefined for a meter of a plugin. */
export async function measuredOf(
  accounting: AccountingService,
  { orgId, meter, from, to }: MeasuredTime & { readonly orgId: string; readonly meter: string },
): Promise<number | undefined> {
  const known = hostMeters.find(({ name }) => name === meter)
  if (known === undefined) return undefined
  const [usage] = await accounting.usage({ by: 'workspace', orgId, from, to, limit: 1 })
  return usage?.[known.counter] ?? 0
}
