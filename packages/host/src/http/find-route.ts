/** The route behind a path as it came, by either name that the routes of the API have. */
import { findPathFault, unversioned } from './router/request-path.ts'
import type { Lookup, Route } from './router/route.ts'
import type { Router } from './router/router.ts'

/** As `Router.find`; a redirect keeps the name that the request came with. */
export function findRoute<R extends Route>(router: Router<R>, method: string, path: string): Lookup<R> {
  const plain = unversioned(path)
  if (plain === path) return router.find(method, path)
  const fault = findPathFault(method, path)
  if (fault !== undefined) return fault
  const found = router.find(method, plain)
  // The rest of a clean path can only lack its last slash.
  return found.kind === 'redirect' ? { kind: 'redirect', location: `${path}/` } : found
}
