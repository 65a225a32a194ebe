import { Problem, type ChangeStep, type StepState } from '@host/plugin'
import type { ChangesetReader, PartRow } from './changeset-reader.ts'
import type { RunStore, StartedRun } from './run-store.ts'
import { hashOf, stepsOf } from './step-chunks.ts'
import { statesOf, statesText } from './step-states.ts'

/** A step of a run. */
export interface RunStep {
  readonly step: ChangeStep
  readonly part: PartRow
  state: StepState
}

interface RunChunk {
  readonly position: number
  readonly steps: readonly RunStep[]
  /** The states as they are stored. */
  stored: string
}

/** The steps of a run with their journal. */
export class RunJournal {
  readonly #run: StartedRun
  readonly #store: Pick<RunStore, 'mark'>
  readonly #chunks: readonly RunChunk[]
  readonly #appliedBefore: number
  /** All steps, in their order. */
  readonly steps: readonly RunStep[]

  private constructor(run: StartedRun, store: Pick<RunStore, 'mark'>, chunks: readonly RunChunk[]) {
    this.#run = run
    this.#store = store
    this.#chunks = chunks
    this.steps = chunks.flatMap(({ steps }) => steps)
    this.#appliedBefore = this.#applied
  }

  /** @throws Problem `internal` for steps that are not those of the hash */
  static async load(
    run: StartedRun,
    { reader, store }: { readonly reader: ChangesetReader; readonly store: Pick<RunStore, 'mark'> },
  ): Promise<RunJournal> {
    const stored = await reader.chunks(run.orgId, run.id)
    if (hashOf(run.parts, stored) !== run.row.hash) {
      throw new Problem('internal', { cause: new Error('The steps of the changeset are not the approved ones.') })
    }
    const chunks = stored.map((chunk) => {
      const states = statesOf(chunk.states)
      const part = run.parts[chunk.part]
      if (part === undefined) throw new Error('A step of the changeset has no part.')
      const steps = stepsOf(chunk).map((step, place) => ({ step, part, state: states[place] ?? 'differs' }))
      return { position: chunk.position, steps, stored: chunk.states }
    })
    return new RunJournal(run, store, chunks)
  }

  /** Whether more steps are applied than when the run began. */
  get hasAdvanced(): boolean {
    return this.#applied > this.#appliedBefore
  }

  has(state: StepState): boolean {
    return this.steps.some((step) => step.state === state)
  }

  /** The steps of a part. */
  of(part: PartRow): readonly RunStep[] {
    return this.steps.filter((step) => step.part === part)
  }

  /** Stores the changed states of all chunks. @throws RunEnded */
  async save(): Promise<void> {
    for (const chunk of this.#chunks) await this.#saveChunk(chunk)
  }

  /**
   * Calls `write` for every waiting step, which is `writing` before and `applied` after. One commit records the end of a
   * step and the beginning of the next one of its chunk.
   * @throws RunEnded, or the error of `write`
   */
  async writeAll(write: (step: RunStep, done: number) => Promise<void>): Promise<void> {
    let done = this.#applied
    for (const chunk of this.#chunks) {
      for (const step of chunk.steps) {
        if (step.state !== 'waiting') continue
        step.state = 'writing'
        await this.#saveChunk(chunk)
        await write(step, done)
        step.state = 'applied'
        done += 1
      }
      await this.#saveChunk(chunk)
    }
  }

  get #applied(): number {
    return this.steps.filter(({ state }) => state === 'applied').length
  }

  async #saveChunk(chunk: RunChunk): Promise<void> {
    const states = statesText(chunk.steps.map(({ state }) => state))
    if (states === chunk.stored) return
    await this.#store.mark(this.#run, chunk.position, states)
    chunk.stored = states
  }
}
