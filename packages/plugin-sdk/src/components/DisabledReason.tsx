import { lazy, Suspense, type ReactElement } from 'react'

/** Loaded lazily: the sign-in page has buttons but should not load the tooltip library. */
const Tooltip = lazy(async () => ({ default: (await import('./Tooltip.tsx')).Tooltip }))

/** Props of `DisabledReason`. */
export interface DisabledReasonProps {
  /** The id under which a control is described by the reason. */
  readonly id: string
  readonly reason: string | undefined
  readonly children: ReactElement
}

/** Shows why a control is disabled, on hover, on focus and to screen readers. */
export function DisabledReason({ id, reason, children }: DisabledReasonProps) {
  if (reason === undefined) return children
  return (
    <>
      <Suspense fallback={children}>
        <Tooltip text={reason}>{children}</Tooltip>
      </Suspense>
      <span id={id} className="sr-only">
        {reason}
      </span>
    </>
  )
}
