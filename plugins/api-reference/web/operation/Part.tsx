import { useId, type ReactNode } from 'react'

/** A part of an operation under its heading. */
export function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-2 text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
