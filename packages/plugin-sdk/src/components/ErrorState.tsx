import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { errorFacts } from './error-facts.ts'
import { RequestId } from './RequestId.tsx'
import { StatusView } from './StatusView.tsx'

export interface ErrorStateProps {
  /** What was thrown. */
  readonly error: unknown
  /** Offers to try again. */
  readonly onRetry?: () => void
}

/**
 * The page when something went wrong: the cause, the next step, and the request id to copy.
 * @since 1.0.0
 */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  const facts = errorFacts(error)
  const kind = facts.isOffline ? 'offline' : 'error'
  const cause = facts.cause ?? (facts.title === undefined ? t(`sdk.${kind}.cause`) : undefined)
  const retry = onRetry !== undefined && (
    <Button variant="primary" icon="refresh-cw" onClick={onRetry}>
      {t('sdk.retry')}
    </Button>
  )
  return (
    <StatusView
      icon={facts.isOffline ? 'cloud-off' : 'triangle-alert'}
      tone={facts.isOffline ? 'neutral' : 'danger'}
      title={facts.title ?? t(`sdk.${kind}.title`)}
      actions={retry || undefined}
      footnote={facts.requestId === undefined ? undefined : <RequestId id={facts.requestId} />}
    >
      {cause !== undefined && <p>{cause}</p>}
      <p>{facts.nextStep ?? t(`sdk.${kind}.nextStep`)}</p>
    </StatusView>
  )
}
