import { StatCard, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Telemetry } from '../../shared.ts'
import { perCall } from './per-call.ts'
import { useDuration } from './useDuration.ts'

/** All of it in four numbers, each with how it went. */
export function UsageFigures({ telemetry }: { readonly telemetry: Telemetry | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDuration()
  const { total, course } = telemetry ?? {}
  const counted = (count: number) => ({ count, number: format.number(count) })
  const share = total && (total.calls === 0 ? 0 : total.errors / total.calls)
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        icon="activity"
        label={t('instance.usage.calls')}
        value={total && format.number(total.calls)}
        hint={total && t('instance.usage.outboundToo', counted(total.outboundCalls))}
        course={{ label: t('instance.usage.calls'), values: course?.map(({ calls }) => calls) }}
      />
      <StatCard
        icon="triangle-alert"
        label={t('instance.usage.errors')}
        value={total && format.number(total.errors)}
        hint={share !== undefined && t('instance.usage.share', { percent: format.percent(share) })}
        course={{ label: t('instance.usage.errors'), values: course?.map(({ errors }) => errors) }}
      />
      <StatCard
        icon="clock"
        label={t('instance.usage.perCall')}
        value={total && duration(perCall(total) ?? 0)}
        hint={total && t('instance.usage.timeInAll', { time: duration(total.time) })}
        course={{ label: t('instance.usage.perCall'), values: course?.map((used) => perCall(used) ?? 0) }}
      />
      <StatCard
        icon="database"
        label={t('instance.usage.databaseTime')}
        value={total && duration(total.databaseTime)}
        hint={total && t('instance.usage.queries', counted(total.queries))}
        course={{ label: t('instance.usage.databaseTime'), values: course?.map((used) => used.databaseTime) }}
      />
    </div>
  )
}
