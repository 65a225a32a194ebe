import { LoadingRegion, Skeleton } from '@host/plugin-sdk'

/** The place of a domain while it loads. */
export function DomainSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-48 w-full" />
    </LoadingRegion>
  )
}
