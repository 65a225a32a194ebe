/** Changes that a program makes with a token or a key: no person approves them, or waits for their end. */
import { setTimeout as pause } from 'node:timers/promises'
import { Problem, type Changeset } from '@host/plugin'
import type { Parts } from '../parts.ts'
import { leave } from './leave-interrupted.ts'

/** A change, and who answers for it. */
export interface UnattendedChange {
  readonly orgId: string
  /** The user who created the token or key. */
  readonly userId: string
  /** Ends the wait; the changeset goes on. */
  readonly signal: AbortSignal
  /** Plans the change as the zone is now, and begins to apply it; undefined when nothing would change. */
  begin(): Promise<Changeset | undefined>
  /** Notes the changeset with the token or key, so that it is left when it is interrupted later. */
  note(changesetId: string): Promise<void>
}

/** `needs_person`: its plan was dismissed; `busy`: another changeset had the zone until the wait ended. */
export type UnattendedEnd = 'unchanged' | 'applied' | 'needs_person' | 'busy' | 'failed'

/** Milliseconds between two looks at a changeset. */
const lookDelay = 50
/** Milliseconds until the second plan while another changeset has the zone; doubled each time. */
const firstDelay = 250

/** Another changeset has the zone, or had it since the plan. */
const passing: ReadonlySet<string> = new Set(['target_busy', 'stale_plan'])

/** Applies a change, and waits for its end. @throws Problem of `begin` that is none of other changes */
export async function applyUnattended(
  parts: Pick<Parts, 'changesets'>,
  change: UnattendedChange,
): Promise<UnattendedEnd> {
  const { signal } = change
  for (let delay = firstDelay; !signal.aborted; delay *= 2) {
    try {
      const end = await attempt(parts, change)
      if (end !== undefined) return end
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof Problem) || !passing.has(error.code)) throw error
    }
    await wait(delay, signal)
  }
  return 'busy'
}

/** @returns undefined when the zone changed meanwhile @throws Problem */
async function attempt(
  { changesets }: Pick<Parts, 'changesets'>,
  change: UnattendedChange,
): Promise<UnattendedEnd | undefined> {
  const { orgId, userId } = change
  const planned = await change.begin()
  if (planned === undefined) return 'unchanged'
  if (planned.state === 'planned') {
    await changesets.dismiss(orgId, planned.id, userId)
    return 'needs_person'
  }
  await change.note(planned.id)
  const { state } = await untilEnded(changesets, change, planned)
  if (state === 'interrupted') await leave(changesets, orgId, { id: planned.id, userId })
  return ends[state]
}

const ends: Readonly<Record<Changeset['state'], UnattendedEnd | undefined>> = {
  applied: 'applied',
  reverted: 'applied',
  applying: 'busy',
  planned: 'needs_person',
  approved: 'busy',
  expired: undefined,
  dismissed: undefined,
  interrupted: 'failed',
  left: 'failed',
}

async function untilEnded(
  changesets: Parts['changesets'],
  { orgId, signal }: UnattendedChange,
  planned: Changeset,
): Promise<Changeset> {
  let last = planned
  while (last.state === 'applying' && !signal.aborted) {
    await wait(lookDelay, signal)
    last = (await changesets.find(orgId, last.id)) ?? last
  }
  return last
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
