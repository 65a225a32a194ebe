import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useHost } from '@host/plugin-sdk/shell'

/** Props of an `Opening`. */
export interface OpeningProps {
  /** Prefetches the data of the first page; anything missing is fetched where it is shown. */
  readonly prepare: (host: ReturnType<typeof useHost>) => Promise<unknown>
  readonly children: ReactNode
}

/** Draws nothing until the first page can be drawn in one piece. */
export function Opening({ prepare, children }: OpeningProps) {
  const host = useHost()
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    const open = () => setReady(true)
    prepare(host).then(open, open)
  }, [host, prepare])
  return isReady ? children : null
}
