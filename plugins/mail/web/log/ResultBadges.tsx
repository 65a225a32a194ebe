import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { OutgoingMessage, RecipientState } from '../../shared.ts'

const tones = {
  delivered: 'positive',
  waiting: 'neutral',
  failed: 'danger',
  unknown: 'warning',
} as const satisfies Readonly<Record<string, BadgeTone>>

/** How many recipients have which result. */
export function ResultBadges({ message: { state, recipients } }: { readonly message: OutgoingMessage }) {
  const { t } = useTranslation()
  if (state === 'canceled') return <Badge>{t('mail.log.state.canceled')}</Badge>
  if (state === 'scheduled') return <Badge>{t('mail.log.state.scheduled')}</Badge>
  const results = (['delivered', 'waiting', 'failed', 'unknown'] as const).filter((result) => recipients[result] > 0)
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {results.map((result) => (
        <Badge key={result} tone={tones[result]} dot>
          {recipients.total === 1
            ? t(`mail.log.result.${result}`)
            : t(`mail.log.results.${result}`, { count: recipients[result] })}
        </Badge>
      ))}
    </span>
  )
}

const resultOf: Readonly<Record<RecipientState, keyof typeof tones>> = {
  waiting: 'waiting',
  deferred: 'waiting',
  delivered: 'delivered',
  refused: 'failed',
  suppressed: 'failed',
  bounced: 'failed',
  complained: 'failed',
  unknown: 'unknown',
  canceled: 'waiting',
}

/** The state of a recipient. */
export function RecipientBadge({ state }: { readonly state: RecipientState }) {
  const { t } = useTranslation()
  return (
    <Badge tone={tones[resultOf[state]]} dot>
      {t(`mail.log.recipient.${state}`)}
    </Badge>
  )
}
