import { isProofRefusal } from '../session/reauth-prompt.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { errorFacts } from './error-facts.ts'
import { PlanNote } from './PlanNote.tsx'
import { RequestId } from './RequestId.tsx'
import { useErrorText } from './useErrorText.ts'

export interface ErrorNoteProps {
  /** The thrown value. Nothing is shown for null, or when the user dismissed the reauthentication prompt. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/**
 * A failure inside a form or a panel: cause, next step, and the request id of a fault on our side.
 * @example <ErrorNote error={save.error} onRetry={save.reset} />
 * @since 1.0.0
 */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (error === null || error === undefined || isProofRefusal(error)) return null
  const { title, cause, nextStep } = errorText(error)
  const { status, requestId, problems = [] } = errorFacts(error)
  const retry = onRetry !== undefined && (
    <Button size="compact" onClick={onRetry}>
      {t('sdk.retry')}
    </Button>
  )
  return (
    <Alert tone="danger" title={title} action={retry || undefined}>
      {cause !== undefined && <p>{cause}</p>}
      {problems.map((problem) => (
        <p key={problem} className="wrap-anywhere">
          {problem}
        </p>
      ))}
      <PlanNote error={error} />
      <p>{nextStep}</p>
      {status >= 500 && requestId !== undefined && <RequestId id={requestId} />}
    </Alert>
  )
}
