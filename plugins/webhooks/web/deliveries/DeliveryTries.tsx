import { Accordion, CodeBlock, KeyValue, Timeline, useFormat, useTranslation, type Translate } from '@host/plugin-sdk'
import type { WebhookAttempt } from '../../shared.ts'
import { outcomeText } from './outcome-text.ts'
import { prettyJson } from './pretty-json.ts'

export interface DeliveryTriesProps {
  /** The newest first. */
  readonly tries: readonly WebhookAttempt[]
  /** How many there are before the delivery has failed. */
  readonly most: number
}

/** Each try of a delivery with its answer. */
export function DeliveryTries({ tries, most }: DeliveryTriesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (tries.length === 0) return <p className="text-sm text-muted">{t('webhooks.noTriesYet')}</p>
  return (
    <>
      <Timeline
        label={t('webhooks.triesTitle')}
        entries={tries.map((attempt) => ({
          id: String(attempt.number),
          at: attempt.at,
          icon: attempt.error === null ? 'circle-check' : 'circle-alert',
          title: outcomeText(attempt, t),
          actor: t('webhooks.milliseconds', { number: format.number(attempt.duration) }),
          children: <Answer attempt={attempt} t={t} />,
        }))}
      />
      <p className="mt-3 text-xs text-subtle">{t('webhooks.mostTries', { count: most })}</p>
    </>
  )
}

function Answer({
  attempt: { error, status, headers, body, isCut },
  t,
}: {
  readonly attempt: WebhookAttempt
  readonly t: Translate
}) {
  const named = Object.entries(headers)
  return (
    <div className="flex flex-col gap-2">
      {error !== null && <p className="text-sm">{t(`webhooks.errorMeans.${error}`)}</p>}
      {body !== '' && <CodeBlock language={t('webhooks.body')} code={prettyJson(body)} wrap />}
      {isCut && <p className="text-xs text-subtle">{t('webhooks.bodyCut')}</p>}
      {status !== null && named.length > 0 && (
        <Accordion
          items={[
            {
              id: 'headers',
              title: t('webhooks.headers', { count: named.length }),
              content: <KeyValue items={named.map(([label, value]) => ({ label, value }))} />,
            },
          ]}
        />
      )}
    </div>
  )
}
