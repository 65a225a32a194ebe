import type { MemberDeprecation } from '../../packages/plugin/src/deprecation.ts'
import { checkDeprecations } from './check-deprecations.ts'
import { checkRemovals } from './check-removals.ts'
import { nextVersion } from './next-version.ts'
import type { PublishedSurface } from './published-surface.ts'
import type { Surface } from './surface-of.ts'

/** The current state of a package, beside the record of its last published surface. */
export type PublishedFacts = {
  /** Path of the record. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly surface: Surface
  readonly record: PublishedSurface | undefined
  readonly changesets: readonly string[]
  readonly deprecations: readonly MemberDeprecation[]
}

/** Members that were removed early, are deprecated in one place only, or were published without being recorded. */
export function checkPublished(facts: PublishedFacts): readonly string[] {
  const { path, version, record } = facts
  const problems = [...removals(facts), ...deprecationProblems(facts)]
  if (record === undefined) return [...problems, `${path}: missing; run "pnpm api --publish" and commit it`]
  if (record.version === version) return problems
  const advice = 'run "pnpm api --publish" with the new version and commit it'
  return [...problems, `${path}: tells of ${record.version}, and the package is ${version}; ${advice}`]
}

/** Whether the record may be written again: there is none yet, or a version was made, and nothing went early. */
export function isDue(facts: PublishedFacts): boolean {
  return facts.record?.version !== facts.version && removals(facts).length + deprecationProblems(facts).length === 0
}

function removals({ path, name, version, surface, record, changesets }: PublishedFacts): readonly string[] {
  if (record === undefined) return []
  const next = record.version === version ? nextVersion({ name, version, changesets }) : version
  return checkRemovals({ published: record, current: surface, next }).map((problem) => `${path}: ${problem}`)
}

function deprecationProblems({ name, surface, deprecations }: PublishedFacts): readonly string[] {
  return checkDeprecations({ name, surface, entries: deprecations }).map((problem) => `${name}: ${problem}`)
}
