import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'

/**
 * A grey shape where something will stand, of the size that it will have. It shows after 150 ms, so that a quick
 * answer makes nothing flicker.
 * @example <Skeleton className="h-4 w-40" />
 * @since 1.0.0
 */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('block animate-skeleton rounded-control bg-pressed', className)} />
}

/**
 * Contains the skeletons of a part of the page and announces to screen readers that it is loading.
 * @example <LoadingRegion><SkeletonRows rows={3} /></LoadingRegion>
 * @since 1.0.0
 */
export function LoadingRegion({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  const { t } = useTranslation()
  return (
    <output aria-busy="true" className={classNames('block', className)}>
      <span className="sr-only">{t('sdk.loading')}</span>
      {children}
    </output>
  )
}

/**
 * As many lines as a list or table will about have.
 * @example <SkeletonRows rows={3} />
 * @since 1.0.0
 */
export function SkeletonRows({ rows = 5 }: { readonly rows?: number }) {
  return (
    <LoadingRegion className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-12 items-center gap-4 px-4">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="h-3 w-1/6" />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </LoadingRegion>
  )
}
