import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

/** Severity of an alert; sets its color and icon. */
export type AlertTone = 'info' | 'positive' | 'warning' | 'danger'

const tones: Readonly<Record<AlertTone, { readonly icon: string; readonly className: string }>> = {
  info: { icon: 'info', className: 'bg-accent-soft text-accent-fg' },
  positive: { icon: 'circle-check', className: 'bg-positive-soft text-positive-fg' },
  warning: { icon: 'triangle-alert', className: 'bg-warning-soft text-warning-fg' },
  danger: { icon: 'circle-alert', className: 'bg-danger-soft text-danger-fg' },
}

export interface AlertProps {
  readonly tone?: AlertTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** A button or link for the action that the text suggests. */
  readonly action?: ReactNode
}

/**
 * A note in the flow of the page. A danger is announced at once, the rest when the reader pauses.
 * @example <Alert tone="warning" title={t('notes.nearlyFull')}>{t('notes.makeRoom')}</Alert>
 * @since 1.0.0
 */
export function Alert({ tone = 'info', title, children, action }: AlertProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2.5 rounded-control px-3 py-2.5 text-sm', tones[tone].className)}
    >
      <Icon name={tones[tone].icon} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children !== undefined && <div className={classNames(title !== undefined && 'text-fg')}>{children}</div>}
      </div>
      {action}
    </div>
  )
}
