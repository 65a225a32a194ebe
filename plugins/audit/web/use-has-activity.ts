import { useFormat, useQuery } from '@host/plugin-sdk'
import { readActivity } from '../shared/activity.ts'
import { isCourse } from './activity-points.ts'
import { usualSpan } from './activity-span.ts'

/** Whether the workspace has had enough activity to draw; undefined until that is known. */
export function useHasActivity(): boolean | undefined {
  const { timeZone } = useFormat()
  const { data, error } = useQuery(readActivity, { days: usualSpan, timeZone }, { errors: 'page' })
  if (error !== null) return false
  return data && isCourse(data)
}
