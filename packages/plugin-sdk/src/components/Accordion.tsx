import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** One part that opens and closes. */
export interface AccordionItem {
  readonly id: string
  readonly title: ReactNode
  /** Stands at the end of the title's line. */
  readonly hint?: ReactNode
  readonly content: ReactNode
}

export interface AccordionProps {
  readonly items: readonly AccordionItem[]
  /** The parts that are open at first. */
  readonly open?: readonly string[]
  /** Opening one closes the others. */
  readonly single?: boolean
}

const none: readonly string[] = []

/**
 * Sections stacked vertically that open and close. The browser's find-in-page searches closed sections and opens the
 * match.
 * @example <Accordion items={[{ id: 'sharing', title: t('notes.sharing'), content: <SharingFields /> }]} />
 * @since 1.0.0
 */
export function Accordion({ items, open = none, single = false }: AccordionProps) {
  const group = useId()
  return (
    <div className="divide-y divide-line rounded-card border border-line">
      {items.map(({ id, title, hint, content }) => (
        <details key={id} className="group" open={open.includes(id)} {...(single && { name: group })}>
          <summary className="flex min-h-11 list-none items-center gap-2 rounded-card px-4 py-2 text-sm font-medium [&::-webkit-details-marker]:hidden">
            <Icon name="chevron-right" className="text-subtle transition-transform group-open:rotate-90" />
            <span className="min-w-0 flex-1">{title}</span>
            {hint}
          </summary>
          <div className="px-4 pb-4 text-sm text-muted">{content}</div>
        </details>
      ))}
    </div>
  )
}
