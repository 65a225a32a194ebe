/**
 * The toasts of one page. Only the newest few toasts without an action are kept, so that a repeated error can't fill
 * the screen. A toast with an action stays for its full duration, so that "Undo" is not lost to the next deletion.
 */
import type { ReactNode } from 'react'

/** Content of a toast. */
export interface ToastContent {
  readonly title: ReactNode
  readonly tone?: 'neutral' | 'positive' | 'danger'
  readonly description?: ReactNode
  /** One thing to do about it, such as to undo; the toast then stays for 8 seconds. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** Called once when the toast has gone, by itself, by hand, after its action, or with the page. */
  readonly onGone?: () => void
}

export interface ToastEntry extends ToastContent {
  readonly id: number
}

export interface ToastQueue {
  /** Shows a toast; the returned function takes it away. */
  readonly show: (toast: ToastContent) => () => void
  readonly dismiss: (id: number) => void
  readonly clear: () => void
  readonly subscribe: (listener: () => void) => () => void
  readonly entries: () => readonly ToastEntry[]
}

const most = 3

/** An empty queue. */
export function createToastQueue(): ToastQueue {
  const listeners = new Set<() => void>()
  let entries: readonly ToastEntry[] = []
  let lastId = 0
  function become(next: readonly ToastEntry[]) {
    const gone = entries.filter((entry) => !next.includes(entry))
    entries = next
    for (const listener of listeners) listener()
    for (const { onGone } of gone) onGone?.()
  }
  const dismiss = (id: number): void => become(entries.filter((entry) => entry.id !== id))
  return {
    show(toast) {
      const id = ++lastId
      become(withoutOldest([...entries, { ...toast, id }]))
      return () => dismiss(id)
    },
    dismiss,
    clear: () => become([]),
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function withoutOldest(entries: readonly ToastEntry[]): readonly ToastEntry[] {
  const kept = new Set(entries.filter(({ action }) => action === undefined).slice(-most))
  return entries.filter((entry) => entry.action !== undefined || kept.has(entry))
}
