import { lazy, Suspense, type ReactElement } from 'react'

/** The sign-in page has buttons and does without what tooltips stand on. */
const Tooltip = lazy(async () => ({ default: (await import('./Tooltip.tsx')).Tooltip }))

/** What a `DisabledReason` takes. */
export interface DisabledReasonProps {
  /** The id under which a control is described by the reason. */
  readonly id: string
  readonly reason: string | undefined
  readonly children: ReactElement
}

/** Says why a control cannot be used, to whoever points at it, focuses it or hears it. */
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
