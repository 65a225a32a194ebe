import { useCallback } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { errorFacts, type ErrorFacts } from './error-facts.ts'

/** Texts that explain a failure to the user. */
export interface ErrorText {
  readonly title: string
  /** Undefined when unknown. */
  readonly cause: string | undefined
  readonly nextStep: string
}

/**
 * Returns a function that describes any thrown value in the user's language, for toasts and custom messages.
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

/** Returns the next step for a failure: the server's text, or one derived from its kind and retry delay. */
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
