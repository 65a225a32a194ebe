import { Suspense, useState, type ReactNode } from 'react'

export interface OnceOpenedProps {
  readonly open: boolean
  readonly children: ReactNode
}

/** Keeps out what most visits never open, and keeps it from then on, so that it can also close at its own pace. */
export function OnceOpened({ open, children }: OnceOpenedProps) {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return wasOpened ? <Suspense>{children}</Suspense> : null
}
