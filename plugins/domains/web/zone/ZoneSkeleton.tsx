import { LoadingRegion, Skeleton } from '@host/plugin-sdk'

/** The place of a zone while it loads. */
export function ZoneSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-64 w-full" />
    </LoadingRegion>
  )
}
