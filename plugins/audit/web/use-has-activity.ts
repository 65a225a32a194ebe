import { useFormat, useLateQuery } from '@host/plugin-sdk'
import { isChartable } from './activity-points.ts'
import { usualSpan } from './activity-span.ts'

const loadActivity = () => import('../shared/activity.ts').then(({ readActivity }) => readActivity)

/** Whether the workspace has had enough activity to draw; undefined until that is known. */
export function useHasActivity(): boolean | undefined {
  const { timeZone } = useFormat()
  const { data, error } = useLateQuery(loadActivity, { days: usualSpan, timeZone }, { errors: 'page' })
  if (error !== null) return false
  return data && isChartable(data)
}
