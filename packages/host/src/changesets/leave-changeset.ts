import { Problem } from '@host/plugin'
import type { ChangesetReader } from './changeset-reader.ts'
import type { PluginCalls } from './plugin-calls.ts'
import type { RunStore } from './run-store.ts'
import { stepsOf } from './step-chunks.ts'
import { statesOf } from './step-states.ts'

/** Dependencies of leaving. */
export interface LeaveOptions {
  readonly reader: ChangesetReader
  readonly store: Pick<RunStore, 'leave'>
  readonly calls: Pick<PluginCalls, 'settled'>
}

/**
 * Ends an interrupted changeset as it is. Its written steps are settled before it releases its targets, so that they are
 * never taken for a change from outside; a plugin that fails then does not keep it from its end.
 * @throws Problem `not_found`, `conflict`
 */
export async function leaveChangeset(options: LeaveOptions, orgId: string, id: string): Promise<void> {
  const { reader, store } = options
  if ((await reader.row(orgId, id))?.state === 'interrupted') {
    try {
      await settleWritten(options, orgId, id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  await store.leave(orgId, id)
}

async function settleWritten({ reader, calls }: LeaveOptions, orgId: string, id: string): Promise<void> {
  const chunks = await reader.chunks(orgId, id)
  for (const [place, { plugin, kind, target, title }] of (await reader.parts(orgId, id)).entries()) {
    const steps = chunks
      .filter(({ part }) => part === place)
      .flatMap((chunk) => {
        const states = statesOf(chunk.states)
        return stepsOf(chunk).filter((_, at) => states[at] === 'applied')
      })
    if (steps.length > 0) await calls.settled(orgId, { plugin, kind, target, title, steps })
  }
}
