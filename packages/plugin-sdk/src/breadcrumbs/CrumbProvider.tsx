import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createCrumbTrail, type Crumb, type CrumbTrail } from './crumb-trail.ts'

const TrailContext = createContext<CrumbTrail | undefined>(undefined)

/** Keeps the steps that pages name. */
export function CrumbProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [trail] = useState(createCrumbTrail)
  return <TrailContext value={trail}>{children}</TrailContext>
}

/** @throws Error outside a `CrumbProvider` */
export function useCrumbTrail(): CrumbTrail {
  const trail = useContext(TrailContext)
  if (trail === undefined) throw new Error('Breadcrumbs stand inside a host: wrap it in HostProvider.')
  return trail
}

/** The steps that the open page has named. */
export function useCrumbs(): readonly Crumb[] {
  const { subscribe, crumbs } = useCrumbTrail()
  return useSyncExternalStore(subscribe, crumbs)
}
