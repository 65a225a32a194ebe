/** How every dialog looks, whichever element it is made of: one scrim, one width for each size, one order of its parts. */
export const dialogClass = {
  surface: 'w-full rounded-t-dialog border border-line bg-raised text-fg shadow-float outline-none sm:rounded-dialog',
  header: 'flex items-start gap-3 pt-4 pr-3 pb-1 pl-5',
  heading: 'min-w-0 flex-1 pt-0.5',
  title: 'text-lg font-semibold',
  description: 'mt-1 text-sm text-muted',
  /** Holds the content, and scrolls it; the room at its end keeps a focused control above its buttons. */
  scroller: 'scroll-thin relative min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-pb-16',
  content: 'px-5 pt-3 pb-5',
  /** The primary button is last. */
  actions: 'flex flex-wrap justify-end gap-2',
} as const

/** How wide a dialog is where there is room. */
export const dialogWidth = { small: 'sm:max-w-sm', medium: 'sm:max-w-lg', large: 'sm:max-w-2xl' } as const
