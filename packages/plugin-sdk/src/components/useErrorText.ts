import { useCallback } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { errorFacts } from './error-facts.ts'

/** What a reader is told about a failure. */
export interface ErrorText {
  readonly title: string
  /** Left out when nobody knows it. */
  readonly cause: string | undefined
  readonly nextStep: string
}

/**
 * Says a failure in the reader's language, whatever was thrown: for toasts and for sentences of a page's own.
 * @example
 * const errorText = useErrorText()
 * const onError = (error: ClientError) => toast({ tone: 'danger', title: errorText(error).title })
 * @since 1.0.0
 */
export function useErrorText(): (error: unknown) => ErrorText {
  const { t } = useTranslation()
  return useCallback(
    (error) => {
      const { title, cause, nextStep, isOffline } = errorFacts(error)
      const kind = isOffline ? 'offline' : 'error'
      return {
        title: title ?? t(isOffline ? 'sdk.offline.title' : 'sdk.error.notDone'),
        cause,
        nextStep: nextStep ?? t(`sdk.${kind}.nextStep`),
      }
    },
    [t],
  )
}
