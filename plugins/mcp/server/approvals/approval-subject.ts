/**
 * Tells what a call touches: the records behind the ids of its arguments, and the name that is typed before one is
 * destroyed. Read from the arguments as people may see them, so that a masked one names nothing.
 */
import { parsePattern } from '@host/plugin'
import type { ApprovalSubject } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { toolFacts } from './tool-facts.ts'

/** A call whose arguments can be read. */
export interface SubjectOf {
  readonly orgId: string
  readonly pattern: string
  /** With secrets masked. */
  readonly input: unknown
}

/** What a call touches, by the names of now. */
export async function subjectOf(parts: ApprovalParts, { orgId, pattern, input }: SubjectOf): Promise<ApprovalSubject> {
  const { isDestructive } = toolFacts(parts.api, pattern)
  const addressed = addressedIn(pattern, input)
  const records = [...(await parts.records.namesOf(orgId, [...addressed, ...textsIn(input)]))]
  const named = (id: string) => records.find((record) => record.id === id)?.name ?? undefined
  const name =
    addressed.length > 0 ? addressed.map(named).find(isText) : records.map((record) => record.name).find(isText)
  return { isDestructive, records, confirmation: isDestructive && name !== undefined ? typedName(name) : null }
}

/** The record that the path of the call leads to comes first: the last wildcard, then what it belongs to. */
function addressedIn(pattern: string, input: unknown): readonly string[] {
  const { segments } = parsePattern(pattern)
  const values = (input ?? {}) as Readonly<Record<string, unknown>>
  return segments
    .flatMap((segment) => (segment.kind === 'param' ? [values[segment.name]] : []))
    .filter(isText)
    .toReversed()
}

/** Every text among the arguments, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The host of a record that is named by its address, as its own page asks for it. */
function typedName(name: string): string {
  const url = URL.parse(name)
  return url === null || url.host === '' ? name : url.host
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
