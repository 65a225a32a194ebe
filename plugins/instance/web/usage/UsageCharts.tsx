import { useMemo } from 'react'
import {
  Chart,
  Panel,
  useFormat,
  useTranslation,
  type ChartData,
  type ChartProps,
  type ChartSeries,
} from '@host/plugin-sdk'
import type { Telemetry, TelemetryRange } from '../../shared.ts'
import { perCall } from './per-call.ts'
import { useDuration } from './useDuration.ts'

export interface UsageChartsProps {
  readonly telemetry: Telemetry | undefined
  readonly range: TelemetryRange
}

type Step = Telemetry['course'][number]

const steps = {
  '24h': { hour: 'numeric', minute: '2-digit' },
  '7d': { month: 'short', day: 'numeric', hour: 'numeric' },
  '30d': { month: 'short', day: 'numeric' },
} as const satisfies Readonly<Record<TelemetryRange, Intl.DateTimeFormatOptions>>

/** How calls, errors, times and jobs went. */
export function UsageCharts({ telemetry, range }: UsageChartsProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const { calls, errors, times, jobs } = useCharts(telemetry?.course, range)
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <CourseChart title={t('instance.usage.calls')} data={calls} empty={t('instance.usage.noCalls')} />
      <CourseChart title={t('instance.usage.errors')} data={errors} empty={t('instance.usage.noErrors')} />
      <CourseChart
        title={t('instance.usage.perCall')}
        data={times}
        formatValue={duration}
        empty={t('instance.usage.noCalls')}
      />
      <CourseChart title={t('instance.usage.jobs')} data={jobs} empty={t('instance.usage.noJobs')} />
    </div>
  )
}

interface CourseChartProps extends Pick<ChartProps, 'data' | 'empty' | 'formatValue'> {
  readonly title: string
}

function CourseChart({ title, ...chart }: CourseChartProps) {
  const { t } = useTranslation()
  return (
    <Panel title={title}>
      <Chart {...chart} kind="bar" size="short" label={title} isLabelHidden labelsTitle={t('instance.usage.when')} />
    </Panel>
  )
}

/** Returns the same objects for the same answer, so that the charts are not redrawn. */
function useCharts(course: readonly Step[] | undefined, range: TelemetryRange) {
  const { t, language } = useTranslation()
  const { timeZone } = useFormat()
  return useMemo(() => {
    const moment = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { ...steps[range], timeZone })
    const labels = course?.map(({ at }) => moment.format(new Date(at)))
    const chart = (...series: ChartData['series']): ChartData | undefined => labels && { labels, series }
    const counted = (label: string, read: (step: Step) => number): ChartSeries => {
      const values = (course ?? []).map(read)
      return { label, values: values.some((value) => value > 0) ? values : values.map(() => null) }
    }
    return {
      calls: chart(counted(t('instance.usage.calls'), ({ calls }) => calls)),
      errors: chart(counted(t('instance.usage.errors'), ({ errors, jobErrors }) => errors + jobErrors)),
      times: chart({
        label: t('instance.usage.perCall'),
        values: (course ?? []).map((step) => perCall(step) ?? null),
      }),
      jobs: chart(counted(t('instance.usage.jobs'), ({ jobs }) => jobs)),
    }
  }, [course, range, language, timeZone, t])
}
