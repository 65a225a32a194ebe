import { useTranslation } from '../i18n/useTranslation.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { errorFacts } from './error-facts.ts'
import { RequestId } from './RequestId.tsx'

export interface ErrorNoteProps {
  /** What was thrown; nothing shows while it is null. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/**
 * A failure inside a form or a panel: cause, next step, and the request id of a fault on our side.
 * @since 1.0.0
 */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const { t } = useTranslation()
  if (error === null || error === undefined) return null
  const facts = errorFacts(error)
  const kind = facts.isOffline ? 'offline' : 'error'
  const retry = onRetry !== undefined && (
    <Button size="compact" onClick={onRetry}>
      {t('sdk.retry')}
    </Button>
  )
  return (
    <Alert tone="danger" title={facts.title ?? t(`sdk.${kind}.title`)} action={retry || undefined}>
      {facts.cause !== undefined && <p>{facts.cause}</p>}
      <p>{facts.nextStep ?? t(`sdk.${kind}.nextStep`)}</p>
      {facts.status >= 500 && facts.requestId !== undefined && <RequestId id={facts.requestId} />}
    </Alert>
  )
}
