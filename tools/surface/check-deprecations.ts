import type { ContractMember, MemberDeprecation } from '../../packages/plugin/src/deprecation.ts'
import { deprecatedIn } from './published-surface.ts'
import type { Surface } from './surface-of.ts'

const howTo = 'write "@deprecated since 1.3.0, use …"'

/** A package with the deprecations in its docstrings and in the list. */
export type ToldDeprecations = {
  readonly name: string
  readonly surface: Surface
  readonly entries: readonly MemberDeprecation[]
}

/**
 * Compares docstrings and list: editors must strike through the same members that the composer and the host warn about,
 * since the same version.
 */
export function checkDeprecations({ name, surface, entries }: ToldDeprecations): readonly string[] {
  const told = deprecatedIn(surface)
  const listed = entries.filter(({ what }) => packageOf(what) === name)
  return [
    ...told.flatMap(({ path, since }) => {
      if (since === undefined) return [`${path} is deprecated without a version; ${howTo}`]
      const isListed = listed.some((entry) => entry.since === since && names(entry.what, path))
      return isListed ? [] : [`${path} is deprecated since ${since} and stands in no entry of contractDeprecations`]
    }),
    ...listed
      .filter(({ what, since }) => !told.some((each) => each.since === since && names(what, each.path)))
      .map(({ what, since }) => `no docstring says of ${textOf(what)} that it is deprecated since ${since}`),
  ]
}

function packageOf(what: ContractMember): string {
  return what.of === 'export' ? what.package : '@host/plugin'
}

/** An entry names a member by where its use is seen, a path by where it is declared: they share its last name. */
function names(what: ContractMember, path: string): boolean {
  if (what.of === 'export') return path === what.member
  if (what.member === undefined) return !path.includes('.')
  return path.endsWith(`.${what.member.split('.').at(-1) ?? ''}`)
}

function textOf(what: ContractMember): string {
  if (what.of === 'service') return what.member === undefined ? what.service : `${what.service}.${what.member}`
  return what.member
}
