import type { ReactNode } from 'react'
import { OfflineNote } from './OfflineNote.tsx'

/** Where the page stands, the same in both shells. */
export function PageArea({ children }: { readonly children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="min-w-0 flex-1">
      <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-8 sm:py-8">
        <OfflineNote />
        {children}
      </div>
    </main>
  )
}
