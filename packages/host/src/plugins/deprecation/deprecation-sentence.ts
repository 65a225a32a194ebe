import type { ContractMember, MemberDeprecation } from '@host/plugin/platform'

/** How long a deprecated member works at least: two more minor versions, and until the next major one. */
export function lastsUntil(since: string): string {
  const [major = 0, minor = 0] = since.split('.').map(Number)
  return `after ${major}.${minor + 2}, with ${major + 1}.0.0 at the earliest`
}

/** The warning for a user of a deprecated member. @param who the beginning of the sentence, such as `Plugin "notes"` */
export function deprecationSentence(who: string, { what, since, use }: MemberDeprecation): string {
  const name = what.of === 'export' ? what.package : '@host/plugin'
  return `${who} uses ${described(what)}, deprecated since ${name} ${since}: ${use}. It will be removed ${lastsUntil(since)}.`
}

function described(what: ContractMember): string {
  if (what.of === 'context') return `ctx.${what.member}`
  if (what.of === 'plugin') return `the member "${what.member}" of its definition`
  if (what.of === 'export') return `${what.member} of ${what.package}`
  return what.member === undefined ? `the service "${what.service}"` : `${what.member} of the service "${what.service}"`
}
