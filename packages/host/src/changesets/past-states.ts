import { Problem, type TargetState } from '@host/plugin'
import { isSameJson } from './canonical-json.ts'
import type { ChangesetReader } from './changeset-reader.ts'
import type { PartTarget, PluginCalls } from './plugin-calls.ts'
import { stepsOf } from './step-chunks.ts'
import { statesOf } from './step-states.ts'
import type { TargetLocks } from './target-locks.ts'

/** Options of past states. */
export interface PastStatesOptions {
  readonly reader: ChangesetReader
  readonly locks: Pick<TargetLocks, 'find'>
  readonly calls: Pick<PluginCalls, 'recorded'>
}

const pageSize = 50
const attempts = 3

/** Values of targets as they were. */
export class PastStates {
  readonly #options: PastStatesOptions

  constructor(options: PastStatesOptions) {
    this.#options = options
  }

  /** @throws Problem `invalid_input` for a moment that the history does not explain; `target_busy` while it changes */
  async at(orgId: string, target: PartTarget, moment: string): Promise<TargetState> {
    const at = Date.parse(moment)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = await this.#options.locks.find(orgId, target)
      if (before === undefined || !(at >= Date.parse(before.known_from))) throw unknownMoment()
      const { title, values } = await this.#options.calls.recorded(orgId, target)
      const past = new Map(values)
      const isQuiet = await this.#takeBack(orgId, target, { past, at })
      const after = await this.#options.locks.find(orgId, target)
      if (isQuiet && after?.version === before.version) return { title, values: past }
    }
    throw new Problem('target_busy')
  }

  /** Takes changesets back that ended later, the latest first. @returns false while one is applied */
  async #takeBack(orgId: string, target: PartTarget, { past, at }: Past): Promise<boolean> {
    let below: number | undefined = Number.MAX_SAFE_INTEGER
    while (below !== undefined) {
      const page = await this.#options.reader.versions(orgId, target, { below, limit: pageSize })
      for (const { changeset_id: id, position, state, finished_at: finishedAt } of page) {
        if (state === 'applying') return false
        if (finishedAt === null || Date.parse(finishedAt) > at) await this.#undo(orgId, { id, part: position, past })
      }
      below = page.length < pageSize ? undefined : (page.at(-1)?.applied_version ?? undefined)
    }
    return true
  }

  async #undo(orgId: string, { id, part, past }: Undone): Promise<void> {
    for (const chunk of (await this.#options.reader.chunks(orgId, id)).toReversed()) {
      if (chunk.part !== part) continue
      const states = statesOf(chunk.states)
      for (const [place, { key, before, after }] of [...stepsOf(chunk).entries()].toReversed()) {
        const isApplied = states[place] === 'applied'
        const hasArrived = states[place] === 'writing' && isSameJson(past.get(key) ?? null, after)
        if (!isApplied && !hasArrived) continue
        if (before === null) past.delete(key)
        else past.set(key, before)
      }
    }
  }
}

interface Past {
  /** Changed to the values of the moment. */
  readonly past: Map<string, unknown>
  /** Milliseconds since 1970. */
  readonly at: number
}

interface Undone {
  readonly id: string
  readonly part: number
  readonly past: Map<string, unknown>
}

function unknownMoment(): Problem {
  const message = {
    en: 'Enter a time after the first recorded change.',
    zh: '请输入首次记录变更之后的时间。',
  }
  return new Problem('invalid_input', { errors: [{ path: 'at', message }] })
}
