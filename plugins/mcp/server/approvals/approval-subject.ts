/**
 * Describes the records that a call affects: those behind the IDs of its arguments, and the name to type before one is
 * destroyed. Read from the redacted arguments, so that a masked one names nothing.
 */
import { parsePattern } from '@host/plugin/platform'
import type { ApprovalSubject } from '../../shared/approvals.ts'
import type { ApprovalParts } from './approval-parts.ts'
import { toolFacts } from './tool-facts.ts'

/** A call with readable arguments. */
export interface SubjectOf {
  readonly orgId: string
  readonly pattern: string
  /** With secrets masked. */
  readonly input: unknown
}

/** The records that a call affects, by their current names. */
export async function subjectOf(parts: ApprovalParts, { orgId, pattern, input }: SubjectOf): Promise<ApprovalSubject> {
  const { isDestructive } = toolFacts(parts.api, pattern)
  const addressed = addressedIn(pattern, input)
  const records = [...(await parts.records.namesOf(orgId, [...addressed, ...textsIn(input)]))]
  const named = (id: string) => records.find((record) => record.id === id)?.name ?? undefined
  const name =
    addressed.length > 0 ? addressed.map(named).find(isText) : records.map((record) => record.name).find(isText)
  return { isDestructive, records, confirmation: isDestructive && name !== undefined ? typedName(name) : null }
}

/** The record addressed by the path comes first: the last wildcard, then its parents. */
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
