import { useCallback } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { errorFacts, type ErrorFacts } from './error-facts.ts'

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
  const nextStep = useNextStep()
  const { t } = useTranslation()
  return useCallback(
    (error) => {
      const facts = errorFacts(error)
      const known = facts.kind === 'error' ? 'sdk.error.notDone' : `sdk.${facts.kind}.title`
      return { title: facts.title ?? t(known), cause: facts.cause, nextStep: nextStep(facts) }
    },
    [t, nextStep],
  )
}

/** What a reader can do about a failure: what the server says, or what its kind and the time to wait say. */
export function useNextStep(): (facts: ErrorFacts) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ kind, nextStep, seconds }) => {
      if (nextStep !== undefined) return nextStep
      const isTimed = seconds !== undefined && (kind === 'tooMany' || kind === 'busy')
      return isTimed ? t('sdk.error.wait', { count: seconds }) : t(`sdk.${kind}.nextStep`)
    },
    [t],
  )
}
