import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

/** Two values of one number, and which way is good news. */
export interface ChangeProps {
  readonly before: number
  readonly now: number
  /** The direction that counts as an improvement. Default: `neither`, without color. */
  readonly good?: 'up' | 'down' | 'neither'
}

/**
 * Change of a number: an arrow, a percentage of the previous value (the absolute change if that is below 0), and a sentence
 * for screen readers. Nothing without a previous value.
 */
export function Change({ before, now, good = 'neither' }: ChangeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (before === 0) return null
  if (before === now) return <span className="text-xs text-subtle">{t('sdk.change.same')}</span>
  const way = now > before ? 'up' : 'down'
  const amount = Math.abs(now - before)
  const change = before > 0 ? format.percent(amount / before) : format.number(amount)
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-0.5 text-xs font-medium', toneOf(way, good))}>
      <Icon name={way === 'up' ? 'arrow-up-right' : 'arrow-down-right'} size={14} />
      <span aria-hidden>{change}</span>
      <span className="sr-only">{t(`sdk.change.${way}`, { change })}</span>
    </span>
  )
}

function toneOf(way: 'up' | 'down', good: 'up' | 'down' | 'neither'): string {
  if (good === 'neither') return 'text-muted'
  return way === good ? 'text-positive-fg' : 'text-danger-fg'
}
