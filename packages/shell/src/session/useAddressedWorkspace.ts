import { useEffect, useState } from 'react'
import type { Me } from '@host/plugin-sdk'
import { slugIn, useRename, useSessionActions, workspaceBase } from '@host/plugin-sdk/shell'

/** Whether the session is in the workspace that the address names. */
export interface AddressedWorkspace {
  readonly isHere: boolean
  /** Why it can't be found out. */
  readonly error: Error | undefined
  readonly retry: () => void
}

/**
 * Takes the session to the workspace of the address, and gives an address with a former slug, or without one, the
 * present slug.
 */
export function useAddressedWorkspace(slug: string | undefined, workspace: Me['workspace']): AddressedWorkspace {
  const { isNamedBy, enter, settle } = useSessionActions()
  const rename = useRename()
  const [failed, setFailed] = useState<{ readonly slug: string; readonly error: Error }>()
  const own = workspace?.slug
  const isHere = slug === own || slug === undefined || isNamedBy(slug)
  const error = failed?.slug === slug ? failed?.error : undefined
  useEffect(() => {
    // An effect may run again after it has replaced the address.
    if (isHere && slug !== own && slugIn(location.pathname) === slug) {
      const { pathname, search, hash } = location
      const page = pathname.slice(workspaceBase(slug).length)
      rename(`${workspaceBase(own)}${page}${search}${hash}`)
    }
    if (isHere || slug === undefined || error !== undefined) return undefined
    let isOver = false
    settle()
      .then(enter)
      .catch((reason: Error) => isOver || setFailed({ slug, error: reason }))
    return () => {
      isOver = true
    }
  }, [isHere, slug, own, error, rename, enter, settle])
  return { isHere, error, retry: () => setFailed(undefined) }
}
