import { LoadingRegion, Skeleton } from '@host/plugin-sdk'

/** The frame before it is known who is signed in: of its real size, so that nothing jumps. */
export function FrameSkeleton() {
  return (
    <main>
      <LoadingRegion className="flex min-h-dvh flex-col">
        <div className="flex h-topbar items-center gap-3 border-b border-line px-4">
          <Skeleton className="size-6" />
          <Skeleton className="h-4 w-32" />
        </div>
        <div className="flex flex-1">
          <div className="hidden w-sidebar flex-col gap-3 border-r border-line p-4 md:flex">
            {[0, 1, 2, 3].map((line) => (
              <Skeleton key={line} className="h-4 w-full" />
            ))}
          </div>
        </div>
      </LoadingRegion>
    </main>
  )
}
