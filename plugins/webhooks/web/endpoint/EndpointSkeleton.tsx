import { LoadingRegion, Skeleton } from '@host/plugin-sdk'

/** The place of an endpoint while it is on its way. */
export function EndpointSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-72 w-full" />
    </LoadingRegion>
  )
}
