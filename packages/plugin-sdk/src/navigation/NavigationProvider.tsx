import { useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { browserHistory } from './browser-history.ts'
import { NavigationContext, type Navigation } from './navigation-context.ts'

/** Props of `NavigationProvider`. */
export interface NavigationProviderProps {
  /** The prefix that the addresses inside it leave out: `/admin/@acme`, `/instance`; nothing at the root. */
  readonly base?: '' | `/${string}`
  readonly children: ReactNode
}

/** Makes addresses inside it relative to a shell. The outermost one owns the browser's history. */
export function NavigationProvider({ base = '', children }: NavigationProviderProps): ReactNode {
  const outer = useContext(NavigationContext)
  return outer === undefined ? (
    <RootNavigation base={base}>{children}</RootNavigation>
  ) : (
    <ShellNavigation base={base} outer={outer}>
      {children}
    </ShellNavigation>
  )
}

function RootNavigation({ base, children }: Required<NavigationProviderProps>): ReactNode {
  const [history] = useState(() => browserHistory(window))
  useEffect(() => history.open(), [history])
  const navigation = useMemo<Navigation>(() => ({ base, history, preloaders: new Set() }), [base, history])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

function ShellNavigation({
  base,
  outer,
  children,
}: Required<NavigationProviderProps> & { readonly outer: Navigation }): ReactNode {
  const { history } = outer
  const navigation = useMemo<Navigation>(() => ({ base, history, preloaders: new Set() }), [base, history])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
