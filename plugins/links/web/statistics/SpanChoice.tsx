import { Button, useTranslation } from '@host/plugin-sdk'

/** Days that statistics show. */
export const spans = [7, 30, 90] as const

/** Numbers of last days, or days of one's choice. */
export type Span = (typeof spans)[number] | 'custom'

export interface SpanChoiceProps {
  readonly span: Span
  readonly onChoose: (span: Span) => void
}

/** Chooses the days of statistics. */
export function SpanChoice({ span, onChoose }: SpanChoiceProps) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('links.statistics.span')} className="flex gap-1">
      {[...spans, 'custom' as const].map((each) => (
        <Button
          key={each}
          size="compact"
          variant={each === span ? 'secondary' : 'ghost'}
          aria-pressed={each === span}
          onClick={() => onChoose(each)}
        >
          {each === 'custom' ? t('links.statistics.custom') : t('links.statistics.days', { count: each })}
        </Button>
      ))}
    </div>
  )
}
