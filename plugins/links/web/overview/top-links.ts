import { useLateQuery } from '@host/plugin-sdk'
import { useLastDays } from '../statistics/useLastDays.ts'

const loadTopLinks = () => import('../../shared/top-links.ts').then(({ listTopLinks }) => listTopLinks)

/** The links that were visited most in the last 7 days; undefined while they are on their way. */
export function useTopLinks() {
  return useLateQuery(loadTopLinks, useLastDays(7)).data?.items
}

/** Whether a link of the workspace was visited in the last 7 days; undefined until that is known. */
export function useHasVisits(): boolean | undefined {
  const { data, error } = useLateQuery(loadTopLinks, useLastDays(7), { errors: 'page' })
  if (error !== null) return false
  return data && data.items.length > 0
}
