import { LoadingRegion, Skeleton } from '@host/plugin-sdk'

/** A page while its code is on the way. */
export function PageSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
      <Skeleton className="mt-6 h-64 w-full rounded-card" />
    </LoadingRegion>
  )
}
