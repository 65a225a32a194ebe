import { lazy, Suspense } from 'react'
import { Skeleton, useQuery } from '@host/plugin-sdk'
import { listTopLinks } from '../../shared/top-links.ts'
import { useLastDays } from '../statistics/useLastDays.ts'

const LinkClicks = lazy(() => import('./LinkClicks.tsx'))

/** The use of links in the last 7 days. A workspace whose links nothing visited loads neither its part nor its texts. */
export default function TopLinks() {
  const { data } = useQuery(listTopLinks, useLastDays(7))
  if (data === undefined || data.items.length === 0) return null
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full rounded-card" />}>
      <LinkClicks links={data.items} />
    </Suspense>
  )
}
