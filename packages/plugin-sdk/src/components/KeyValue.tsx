import type { ReactNode } from 'react'

export interface KeyValueProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[]
}

/**
 * Facts about one thing, each with its name.
 * @example <KeyValue items={[{ label: t('notes.author'), value: note.author }]} />
 * @since 1.0.0
 */
export function KeyValue({ items }: KeyValueProps) {
  return (
    <dl className="divide-y divide-line text-sm">
      {items.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 first:pt-0 last:pb-0"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
