import { useTranslation } from '../i18n/useTranslation.ts'
import { CopyButton } from './CopyButton.tsx'

/**
 * The id under which the server logged a request, with a copy button, to be sent to the operator.
 * @example <RequestId id={error.requestId} />
 * @since 1.0.0
 */
export function RequestId({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex items-center gap-1 text-xs text-subtle">
      {t('sdk.error.requestId')} <code className="font-mono text-muted">{id}</code>
      <CopyButton value={id} label={t('sdk.error.copyRequestId')} />
    </span>
  )
}
