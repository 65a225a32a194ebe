import type { Feature } from '../shared.ts'

/** The disabled features that switching one on enables too: its requirements and theirs. */
export function takenAlong(feature: Feature, all: readonly Feature[]): readonly Feature[] {
  const found = new Set<Feature>()
  const visit = ({ requires }: Feature): void => {
    for (const one of all) {
      if (!requires.includes(one.key) || one.enabled || one === feature || found.has(one)) continue
      found.add(one)
      visit(one)
    }
  }
  visit(feature)
  return [...found]
}

/** The features that are on and need one, so that it cannot be switched off before them. */
export function standingOn({ key }: Feature, all: readonly Feature[]): readonly Feature[] {
  return all.filter(({ enabled, requires }) => enabled && requires.includes(key))
}
