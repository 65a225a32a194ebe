import { deprecationSentence } from '@host/host'
import type { MemberDeprecation } from '@host/plugin/platform'
import { type Half, place } from '@host/inspect'
import type { ReadPlugin } from './check-plugins.ts'

/** A sentence for each plugin and each deprecated export that it imports. It is built all the same. */
export function deprecatedImports(
  plugins: readonly ReadPlugin[],
  deprecations: readonly MemberDeprecation[],
): readonly string[] {
  return plugins.flatMap(({ server, web }) => {
    const halves = web === undefined ? [server] : [server, web]
    return deprecations.flatMap((each) => {
      const where = halves.flatMap((half) => importsOf(half, each))[0]
      const who = `${server.name ?? server.manifest.name} (${where})`
      return where === undefined ? [] : [deprecationSentence(who, each)]
    })
  })
}

/** The modules of a half that import an export. */
function importsOf({ modules, home }: Half, { what }: MemberDeprecation): readonly string[] {
  if (what.of !== 'export') return []
  return [...modules.modules].flatMap(([path, { bindings, imports }]) => {
    const uses = [...bindings.values()].some(
      ({ specifier, name }) => isFrom(specifier, what.package) && name === what.member,
    )
    const line = imports.find((found) => isFrom(found.what, what.package))?.line ?? 1
    return uses ? [place(home, path, { what: what.member, line })] : []
  })
}

function isFrom(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`)
}
