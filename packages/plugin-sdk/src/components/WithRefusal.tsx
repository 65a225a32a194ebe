import type { ReactNode } from 'react'
import type { Endpoint } from '@host/client'
import { useSupportRefusal } from '../session/useSupportRefusal.ts'

/**
 * A control that may say which endpoint it calls.
 * @example <Button calls={createToken} onClick={open}>{t('notes.createToken')}</Button>
 * @since 1.2.0
 */
export interface CallingProps {
  /**
   * The endpoint that it calls, or leads to: disabled, with the reason, where support access refuses the endpoint.
   */
  readonly calls?: Endpoint | undefined
}

interface WithRefusalProps {
  readonly calls: Endpoint
  readonly children: (reason: string | undefined) => ReactNode
}

/** Draws a control with the reason why the session can't call its endpoint. */
export function WithRefusal({ calls, children }: WithRefusalProps) {
  return children(useSupportRefusal(calls))
}
