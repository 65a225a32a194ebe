/** Parts of plans that could not be sold: misnamed, without a title in a language, declared twice, or without a bound. */
import type { AnyPlugin } from '@host/plugin'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

const wellFormedName = /^[a-z][a-z0-9-]{0,63}$/

/** Problems of tiers, quotas and meters. */
export function planProblems(plugins: readonly RegisteredPlugin[]): readonly string[] {
  const parts = plugins.flatMap(({ name, plugin: { plan = {} } }) =>
    partsOf(plan).map((part) => ({ ...part, who: `Plugin "${name}"` })),
  )
  return parts.flatMap((part, place) => {
    const first = parts.findIndex(({ name }) => name === part.name)
    return [
      ...ownProblems(part),
      ...(first < place
        ? [`${part.who} has the ${part.kind} "${part.name}", which ${parts[first]?.who} has too; rename one.`]
        : []),
    ]
  })
}

interface Part {
  readonly kind: 'tier' | 'quota' | 'meter'
  readonly name: string
  readonly title: Readonly<Record<string, unknown>>
  readonly most: number
}

function partsOf({ tiers = [], quotas = [], meters = [] }: NonNullable<AnyPlugin['plan']>): readonly Part[] {
  return [
    ...tiers.map(({ name, title }): Part => ({ kind: 'tier', name, title, most: 1 })),
    ...quotas.map(({ name, title, most }): Part => ({ kind: 'quota', name, title, most })),
    ...meters.map(({ name, title }): Part => ({ kind: 'meter', name, title, most: 1 })),
  ]
}

function ownProblems({ who, kind, name, title, most }: Part & { readonly who: string }): readonly string[] {
  const problems: string[] = []
  if (!wellFormedName.test(name)) {
    problems.push(`${who} has the ${kind} "${name}", whose name must be lowercase letters, digits, and hyphens.`)
  }
  for (const language of ['en', 'zh']) {
    const text = title[language]
    if (typeof text === 'string' && text.trim() !== '') continue
    problems.push(`${who} has no title in "${language}" for the ${kind} "${name}"; add it.`)
  }
  if (!Number.isSafeInteger(most) || most < 1) {
    problems.push(`${who} has the quota "${name}", whose "most" must be a whole number from 1.`)
  }
  return problems
}
