import { Suspense, useState, type ReactNode } from 'react'

export interface OnceOpenedProps {
  readonly open: boolean
  readonly children: ReactNode
}

/** Renders rarely used content on first use, and keeps it afterwards, so that its closing can animate. */
export function OnceOpened({ open, children }: OnceOpenedProps) {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return wasOpened ? <Suspense>{children}</Suspense> : null
}
