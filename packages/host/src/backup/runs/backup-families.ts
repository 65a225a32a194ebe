import type { BackupRun } from '@host/plugin/platform'
import type { MetricFamily } from '../../observability/metrics/metric-family.ts'

/** Age and size of the last backup that succeeded; without one neither has a value. @param now milliseconds since 1970 */
export function backupFamilies(last: BackupRun | undefined, now: number): readonly MetricFamily[] {
  const at = Date.parse(last?.backupAt ?? '')
  const point = (value: number) => (Number.isFinite(value) ? [{ labels: {}, value }] : [])
  return [
    {
      name: 'host_backup_age_seconds',
      type: 'gauge',
      help: 'Age of the data of the last successful backup, in seconds.',
      points: point((now - at) / 1000),
    },
    {
      name: 'host_backup_last_bytes',
      type: 'gauge',
      help: 'Size of the last successful backup before compression, in bytes.',
      points: point(last?.bytes ?? Number.NaN),
    },
  ]
}
