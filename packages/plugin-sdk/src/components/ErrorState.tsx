import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { errorFacts } from './error-facts.ts'
import { RequestId } from './RequestId.tsx'
import { StatusView } from './StatusView.tsx'
import { useNextStep } from './useErrorText.ts'

export interface ErrorStateProps {
  /** The thrown value. */
  readonly error: unknown
  /** Offers to try again. */
  readonly onRetry?: () => void
}

/**
 * The page when something went wrong: the cause, the next step, and the request id to copy.
 * @example <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
 * @since 1.0.0
 */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  const nextStep = useNextStep()
  const facts = errorFacts(error)
  const isOffline = facts.kind === 'offline'
  const cause = facts.cause ?? (facts.title === undefined ? t(`sdk.${facts.kind}.cause`) : undefined)
  const retry = onRetry !== undefined && (
    <Button variant="primary" icon="refresh-cw" onClick={onRetry}>
      {t('sdk.retry')}
    </Button>
  )
  return (
    <StatusView
      icon="triangle-alert"
      {...(isOffline && { illustration: 'offline' })}
      tone="danger"
      title={facts.title ?? t(`sdk.${facts.kind}.title`)}
      actions={retry || undefined}
      footnote={facts.requestId === undefined ? undefined : <RequestId id={facts.requestId} />}
    >
      {cause !== undefined && <p>{cause}</p>}
      <p>{nextStep(facts)}</p>
    </StatusView>
  )
}
