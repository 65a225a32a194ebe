import { LoadingRegion, Skeleton } from '@host/plugin-sdk'

/** Cards of the size that the features will have. */
export function FeaturesSkeleton() {
  return (
    <LoadingRegion>
      <div className="grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-5 lg:grid-cols-4">
        <Skeleton className="h-5 w-24" />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:col-span-3">
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} className="h-28 rounded-card" />
          ))}
        </div>
      </div>
    </LoadingRegion>
  )
}
