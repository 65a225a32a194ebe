import { useEffect, useState } from 'react'
import { useSearch } from '@host/plugin-sdk'

/**
 * The secret of the mailed link that was opened; empty when the address has none. It is read once and leaves the address
 * bar at once, so that it stays in no history, no bookmark and on no shared screen.
 */
export function useLinkToken(): string {
  const [search, setSearch] = useSearch()
  const [token] = useState(() => search.get('token') ?? '')
  const isShown = search.has('token')
  useEffect(() => {
    if (isShown) setSearch({ token: undefined }, { replace: true })
  }, [isShown, setSearch])
  return token
}
