import { Badge, CodeBlock, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Tried } from './useTry.ts'

/** Status, duration and body of a call. */
export function TriedAnswer({ answer }: { readonly answer: Tried }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { status, milliseconds, type, body, isCut } = answer
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-sm text-muted">
        <Badge tone={status >= 200 && status < 400 ? 'positive' : 'danger'}>
          {status === 0 ? t('api-reference.try.noAnswer') : status}
        </Badge>
        {t('api-reference.try.milliseconds', { number: format.number(milliseconds) })}
      </p>
      {body !== '' && <CodeBlock language={type} code={body} wrap />}
      {isCut && <p className="text-xs text-subtle">{t('api-reference.try.cut')}</p>}
    </div>
  )
}
