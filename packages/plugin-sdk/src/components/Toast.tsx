import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { createToastQueue, type ToastContent, type ToastEntry, type ToastQueue } from './toast-queue.ts'

const ToastContext = createContext<ToastQueue | undefined>(undefined)

const icons = { neutral: 'info', positive: 'circle-check', danger: 'circle-alert' }
const colors = { neutral: 'text-muted', positive: 'text-positive-fg', danger: 'text-danger-fg' }

/** Shows toasts in a corner, in one live region that is there from the start. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [queue] = useState(createToastQueue)
  useEffect(() => queue.clear, [queue])
  const entries = useSyncExternalStore(queue.subscribe, queue.entries, queue.entries)
  return (
    <ToastContext value={queue}>
      {children}
      <output className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2">
        {entries.map((entry) => (
          <Toast key={entry.id} entry={entry} dismiss={queue.dismiss} />
        ))}
      </output>
    </ToastContext>
  )
}

/**
 * Shows a temporary message. Use it to confirm an event, never for information the user must read. The returned
 * function dismisses the message.
 * @example const toast = useToast(); toast({ title: t('notes.saved'), tone: 'positive' })
 * @since 1.0.0
 */
export function useToast(): (toast: ToastContent) => () => void {
  const queue = use(ToastContext)
  if (queue === undefined) throw new Error('useToast stands inside the shell, which brings the ToastProvider.')
  return queue.show
}

function Toast({ entry, dismiss }: { readonly entry: ToastEntry; readonly dismiss: ToastQueue['dismiss'] }) {
  const { t } = useTranslation()
  const { id, title, description, action, tone = 'neutral' } = entry
  const isActive = action !== undefined
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismiss(id), isActive ? 8000 : 5000)
    return () => clearTimeout(timer)
  }, [held, isActive, dismiss, id])
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-appear items-start gap-2.5 rounded-card border border-line bg-raised py-2.5 pr-2 pl-3 text-sm shadow-float"
    >
      <Icon name={icons[tone]} className={classNames('mt-1.5', colors[tone])} />
      <div className="min-w-0 flex-1 py-1">
        <p className="font-medium">{title}</p>
        {description !== undefined && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      {action !== undefined && (
        <Button size="compact" onClick={() => (action.onPress(), dismiss(id))}>
          {action.label}
        </Button>
      )}
      <IconButton icon="x" size="compact" label={t('sdk.close')} onClick={() => dismiss(id)} />
    </div>
  )
}
