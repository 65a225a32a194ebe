/**
 * Paths that a plugin's notification may let its reader call: those of the plugin's own routes. The inbox sends
 * requests with the session of its reader, so a path to another plugin would let one plugin act through another.
 */
import { PluginCatalog, type Pattern, type PluginContext } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'

/** Segments that are the same escaped and unescaped, none of which is a step up. */
// bounded: each segment begins with a slash, and looks ahead once.
const plainPath = /^\/api(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

/** A call that a notification names. */
export interface NamedCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** Whether a plugin of this build has a route for a call. */
export function hasOwnRoute(ctx: Pick<PluginContext, 'lookup'>, plugin: string, { method, path }: NamedCall): boolean {
  if (!plainPath.test(path)) return false
  const parts = path.slice(1).split('/')
  const own = ctx
    .lookup(PluginCatalog)
    ?.list()
    .find(({ name }) => name === plugin)
  return own?.routes.some(({ pattern }) => matches(parsePattern(pattern), method, parts)) === true
}

/** A route for any method, or with a rest wildcard, is no decision. */
function matches({ method, segments }: Pattern, wanted: string, parts: readonly string[]): boolean {
  return (
    method === wanted &&
    segments.length === parts.length &&
    segments.every((segment, index) =>
      segment.kind === 'literal' ? segment.value === parts[index] : segment.kind === 'param',
    )
  )
}
