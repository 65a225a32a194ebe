import { useFormat } from '../i18n/useFormat.ts'
import { classNames } from './class-names.ts'

export interface ProgressProps {
  /** The task in progress, such as "Importing members". */
  readonly label: string
  /** From 0 to 1; omit while unknown. */
  readonly value?: number
  readonly shape?: 'bar' | 'ring'
  /** Shows label and share beside the shape, and not to screen readers alone. */
  readonly showLabel?: boolean
}

/**
 * How far something is.
 * @example <Progress label={t('notes.importing')} value={done / total} showLabel />
 * @since 1.0.0
 */
export function Progress({ label, value, shape = 'bar', showLabel = false }: ProgressProps) {
  const format = useFormat()
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  const text = share === undefined ? undefined : format.percent(Math.floor(share * 100) / 100)
  const state = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': share === undefined ? undefined : Math.floor(share * 100),
    'aria-valuetext': text,
  }
  const caption = showLabel && (
    <span className="flex min-w-0 flex-1 justify-between gap-4 text-sm">
      <span className="truncate text-muted">{label}</span>
      <span className="tabular-nums">{text}</span>
    </span>
  )
  return (
    <div className={classNames('flex gap-2', shape === 'bar' ? 'w-full flex-col' : 'items-center')}>
      {shape === 'bar' && caption}
      <span
        {...state}
        className={shape === 'bar' ? 'block h-1.5 w-full overflow-hidden rounded-full bg-pressed' : 'size-6 shrink-0'}
      >
        {shape === 'bar' ? <Bar share={share} /> : <Ring share={share} />}
      </span>
      {shape === 'ring' && caption}
    </div>
  )
}

function Bar({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return <span className="block h-full w-1/4 animate-slide rounded-full bg-accent" />
  return (
    <span
      className="block h-full w-full origin-left rounded-full bg-accent transition-transform"
      style={{ transform: `scaleX(${share})` }}
    />
  )
}

function Ring({ share }: { readonly share: number | undefined }) {
  return (
    <svg
      aria-hidden
      className={classNames('size-6 -rotate-90', share === undefined && 'animate-spin')}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3"
    >
      <circle cx="12" cy="12" r="9.5" stroke="var(--color-pressed)" />
      <circle
        cx="12"
        cy="12"
        r="9.5"
        stroke="var(--color-accent)"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray={`${(share ?? 0.25) * 100} 100`}
      />
    </svg>
  )
}
