import type { LinkRule, LinkVersion } from '../../shared.ts'

/** A difference between two versions. Places are from 0. */
export type VersionChange =
  | { readonly kind: 'url'; readonly before: string; readonly after: string }
  | { readonly kind: 'query'; readonly before: string; readonly after: string }
  | { readonly kind: 'redirect'; readonly before: string; readonly after: string }
  | { readonly kind: 'ruleAdded' | 'ruleRemoved'; readonly place: number; readonly rule: LinkRule }
  | { readonly kind: 'ruleChanged'; readonly place: number; readonly before: LinkRule; readonly rule: LinkRule }
  | { readonly kind: 'rulesMoved' }

/** What the later one of two versions changed. */
export function versionChanges(before: LinkVersion, after: LinkVersion): readonly VersionChange[] {
  const plain = (['url', 'query', 'redirect'] as const).flatMap((kind): VersionChange[] =>
    before[kind] === after[kind] ? [] : [{ kind, before: String(before[kind]), after: String(after[kind]) }],
  )
  return [...plain, ...ruleChanges(before.rules, after.rules)]
}

function ruleChanges(before: readonly LinkRule[], after: readonly LinkRule[]): readonly VersionChange[] {
  const removed = without(before, after)
  const added = without(after, before)
  const changes = [...added].map(([place, rule]): VersionChange => {
    const former = removed.get(place)
    removed.delete(place)
    return former === undefined
      ? { kind: 'ruleAdded', place, rule }
      : { kind: 'ruleChanged', place, before: former, rule }
  })
  for (const [place, rule] of removed) changes.push({ kind: 'ruleRemoved', place, rule })
  const isMoved = changes.length === 0 && JSON.stringify(before) !== JSON.stringify(after)
  return isMoved ? [{ kind: 'rulesMoved' }] : changes
}

/** The rules that another list doesn't have, by their place. Two that are equal count twice. */
function without(rules: readonly LinkRule[], others: readonly LinkRule[]): Map<number, LinkRule> {
  const left = others.map((rule) => JSON.stringify(rule))
  return new Map(
    [...rules.entries()].filter(([, rule]) => {
      const place = left.indexOf(JSON.stringify(rule))
      if (place !== -1) left.splice(place, 1)
      return place === -1
    }),
  )
}
