import { Problem, type Changeset, type ChangeStep, type PlanOptions, type StepState } from '@host/plugin'
import { isSameJson } from './canonical-json.ts'
import type { ChangeKinds } from './change-kinds.ts'
import type { ChangesetReader, PartRow } from './changeset-reader.ts'
import { ownWarnings, type DraftPart, type Planner } from './planner.ts'
import { checkText } from './check-plan.ts'
import { stepsOf } from './step-chunks.ts'
import { statesOf } from './step-states.ts'

/** Options of the reverter. */
export interface ReverterOptions {
  readonly kinds: Pick<ChangeKinds, 'ofPart'>
  readonly reader: ChangesetReader
  readonly planner: Pick<Planner, 'readTarget' | 'store'>
}

const revertible: ReadonlySet<Changeset['state']> = new Set(['applied', 'interrupted', 'left'])

/** Plans the opposite of changesets. */
export class Reverter {
  readonly #options: ReverterOptions

  constructor(options: ReverterOptions) {
    this.#options = options
  }

  /** @returns the id of the plan; undefined when nothing would change @throws Problem `not_found`, `conflict` */
  async plan(
    orgId: string,
    { id, plugin, options }: { readonly id: string; readonly plugin: string; readonly options: RevertOptions },
  ): Promise<string | undefined> {
    checkText(options)
    const { reader, planner } = this.#options
    const row = await reader.row(orgId, id)
    if (row === undefined) throw new Problem('not_found')
    if (!revertible.has(row.state)) throw new Problem('conflict', { detail: notApplied })
    const [parts, steps] = await Promise.all([reader.parts(orgId, id), this.#written(orgId, id)])
    const drafts = await Promise.all(
      parts.map((part) =>
        this.#draft(
          orgId,
          part,
          steps.filter((step) => step.part === part.position),
        ),
      ),
    )
    const changed = drafts.flatMap((draft) => draft.changedSince)
    const kept = drafts.map(({ draft }) => draft).filter((draft) => draft.steps.length > 0)
    if (kept.length === 0) {
      if (changed.length > 0) throw new Problem('conflict', { detail: allChanged })
      return undefined
    }
    const since = { plugin: ownWarnings, code: 'changed_since', params: { count: changed.length }, keys: changed }
    const warnings = changed.length === 0 ? [] : [since]
    // The latest write is taken back first.
    return await planner.store(orgId, { ...options, plugin, parts: kept.toReversed(), reverts: id, warnings })
  }

  /** Steps that were written, or may have been. */
  async #written(orgId: string, id: string): Promise<readonly WrittenStep[]> {
    const chunks = await this.#options.reader.chunks(orgId, id)
    return chunks.flatMap((chunk) => {
      const states = statesOf(chunk.states)
      return stepsOf(chunk).flatMap((step, place) => {
        const state = states[place] ?? 'differs'
        return state === 'waiting' ? [] : [{ ...step, part: chunk.part, state }]
      })
    })
  }

  async #draft(orgId: string, part: PartRow, steps: readonly WrittenStep[]): Promise<RevertedPart> {
    const kind = this.#options.kinds.ofPart(part)
    const { target } = part
    const keys = steps.map(({ key }) => key)
    const read = await this.#options.planner.readTarget(orgId, kind, { target, keys })
    const [reversed, changedSince]: [ChangeStep[], string[]] = [[], []]
    for (const { key, before, after } of steps.toReversed()) {
      const present = read.state.values.get(key) ?? null
      if (isSameJson(present, before)) continue
      if (isSameJson(present, after)) reversed.push({ key, before: after, after: before })
      else changedSince.push(key)
    }
    return { draft: { ...read, steps: reversed }, changedSince }
  }
}

type RevertOptions = Pick<PlanOptions, 'title' | 'note' | 'userId'>

interface WrittenStep extends ChangeStep {
  readonly part: number
  readonly state: StepState
}

interface RevertedPart {
  readonly draft: DraftPart
  readonly changedSince: readonly string[]
}

const notApplied = {
  en: 'Nothing of this changeset was applied, or it was reverted.',
  zh: '此变更集未曾应用，或已被撤销。',
}
const allChanged = {
  en: 'Every value was changed again since.',
  zh: '所有值之后均已再次更改。',
}
