import {
  Problem,
  roles,
  type ChangePart,
  type ChangeStep,
  type PlanOptions,
  type Role,
  type TargetState,
} from '@host/plugin'
import { isSameJson } from './canonical-json.ts'
import type { ChangeKinds } from './change-kinds.ts'
import { changeLimits } from './change-limits.ts'
import { checkPlan, type CheckedPart } from './check-plan.ts'
import type { StoredDependent, StoredWarning } from './models.ts'
import type { Owners } from './owners.ts'
import type { PlanStore } from './plan-store.ts'
import type { PluginCalls } from './plugin-calls.ts'
import type { TargetLocks } from './target-locks.ts'

/** Dependencies of planning. */
export interface PlannerOptions {
  readonly kinds: ChangeKinds
  readonly calls: PluginCalls
  readonly locks: Pick<TargetLocks, 'version'>
  readonly owners: Pick<Owners, 'of'>
  readonly store: Pick<PlanStore, 'insert'>
  isOn(orgId: string, plugin: string): Promise<boolean>
}

/** A part with the version of its target and its present values. */
export interface DraftPart extends ChangePart {
  readonly version: number
  readonly role: Role
  readonly state: TargetState
}

/** A plan before its warnings are known. */
export interface Draft extends Pick<PlanOptions, 'title' | 'note' | 'userId' | 'owns' | 'finishesByItself'> {
  /** The plugin that plans it. */
  readonly plugin: string
  readonly parts: readonly DraftPart[]
  readonly reverts?: string
  /** Whether its plugin applies it at once, unless it waits for a person. */
  readonly appliesItself?: boolean
  /** Warnings that are known already. */
  readonly warnings?: readonly StoredWarning[]
}

/** The name of the host as the plugin that has the text of a warning. */
export const ownWarnings = 'host'

export class Planner {
  readonly #options: PlannerOptions

  constructor(options: PlannerOptions) {
    this.#options = options
  }

  /**
   * @returns the id of the plan; undefined when nothing would change
   * @throws Problem `stale_plan` for other values than the seen ones; the error of `verify`
   */
  async plan(
    orgId: string,
    plugin: string,
    options: PlanOptions & Pick<Draft, 'appliesItself'>,
  ): Promise<string | undefined> {
    const checked = await checkPlan(this.#options.kinds, plugin, options)
    const drafts = await Promise.all(checked.map((part) => this.#draft(orgId, part)))
    await options.verify?.()
    const parts = drafts.filter(({ steps }) => steps.length > 0)
    if (parts.length === 0) return undefined
    return await this.store(orgId, { ...options, plugin: options.onBehalfOf ?? plugin, parts })
  }

  /** Adds warnings and blast radius, and stores the plan. @returns its id */
  async store(orgId: string, draft: Draft): Promise<string> {
    const [judged, owned, radius] = await Promise.all([
      Promise.all(draft.parts.map((part) => this.#judge(orgId, draft, part))),
      Promise.all(draft.parts.map((part) => this.#owned(orgId, draft, part))),
      this.#radius(orgId, draft.parts),
    ])
    const warnings = [...(draft.warnings ?? []), ...judged.flat(), ...owned.flat(), ...radius.warnings]
    return await this.#options.store.insert(orgId, { ...draft, warnings, dependents: radius.dependents })
  }

  /** The present values of keys of a target, and its version from before the read. */
  async readTarget(
    orgId: string,
    { plugin, name, role }: CheckedPart['kind'],
    { target, keys }: { readonly target: string; readonly keys: readonly string[] },
  ): Promise<Omit<DraftPart, 'steps'>> {
    const place = { plugin, kind: name, target }
    const version = await this.#options.locks.version(orgId, place)
    const state = await readable(() => this.#options.calls.read(orgId, place, keys))
    return { ...place, title: state.title, role, version, state }
  }

  async #draft(orgId: string, { kind, target, wanted, seen }: CheckedPart): Promise<DraftPart> {
    const part = await this.readTarget(orgId, kind, { target, keys: [...wanted.keys()] })
    const steps: ChangeStep[] = []
    for (const [key, after] of wanted) {
      const before = part.state.values.get(key) ?? null
      if (seen.has(key) && !isSameJson(before, seen.get(key))) throw new Problem('stale_plan')
      if (!isSameJson(before, after)) steps.push({ key, before, after })
    }
    return { ...part, steps }
  }

  async #judge(orgId: string, { reverts }: Draft, part: DraftPart): Promise<readonly StoredWarning[]> {
    const { plugin, kind, target, title, steps, state } = part
    const judged = { plugin, kind, target, title, steps, isRevert: reverts !== undefined }
    const warnings = await this.#options.calls.judge(orgId, judged, state)
    return warnings.map((warning) => ({ ...warning, plugin }))
  }

  /** Keys of other owners; the plugin may change its own. */
  async #owned(orgId: string, { plugin, userId }: Draft, part: DraftPart): Promise<readonly StoredWarning[]> {
    const owners = await this.#options.owners.of(orgId, part)
    const changed = part.steps.flatMap(({ key }) => {
      const owner = owners.get(key)
      return owner === undefined || (owner.plugin === plugin && userId === undefined) ? [] : [{ key, ...owner }]
    })
    const groups = Map.groupBy(changed, ({ plugin: owner, note }) => `${owner}\n${note ?? ''}`)
    return [...groups.values()].flatMap((group) =>
      group.slice(0, 1).map(({ plugin: owner, note }) => ({
        plugin: ownWarnings,
        code: 'owned',
        params: { owner, note: note ?? '', count: group.length },
        keys: group.map(({ key }) => key),
      })),
    )
  }

  async #radius(orgId: string, drafts: readonly DraftPart[]): Promise<Radius> {
    const { kinds, calls, isOn } = this.#options
    const parts = drafts.map(({ plugin, kind, target, title, steps }) => ({ plugin, kind, target, title, steps }))
    const found = await Promise.all(
      kinds.finders.map(async (finder): Promise<Radius> => {
        if (!(await isOn(orgId, finder.plugin))) return { warnings: [], dependents: [] }
        try {
          return { warnings: [], dependents: await calls.dependents(orgId, finder, parts) }
        } catch {
          const params = { plugin: finder.plugin }
          return { warnings: [{ plugin: ownWarnings, code: 'unknown_dependents', params }], dependents: [] }
        }
      }),
    )
    return {
      warnings: found.flatMap(({ warnings }) => warnings),
      dependents: found.flatMap(({ dependents }) => dependents).filter(({ count }) => count > 0),
    }
  }
}

interface Radius {
  readonly warnings: readonly StoredWarning[]
  readonly dependents: readonly StoredDependent[]
}

/** Whether a plan that its plugin would apply itself needs the approval of a person. */
export function waitsForPerson({ warnings }: { readonly warnings: readonly StoredWarning[] }): boolean {
  return warnings.some(
    ({ plugin, code, confirm }) => confirm !== undefined || (plugin === ownWarnings && code === 'owned'),
  )
}

/** The highest role that the kinds of a plan require. */
export function highestRole(parts: readonly { readonly role: Role }[]): Role {
  return roles.find((role) => parts.some((part) => part.role === role)) ?? 'admin'
}

/** @throws Problem `service_unavailable` for any error that is not one of the input */
async function readable(read: () => Promise<TargetState>): Promise<TargetState> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw error
    const detail = { en: 'The present values could not be read.', zh: '无法读取当前值。' }
    throw new Problem('service_unavailable', { detail, cause: error })
  }
}

/** Whether a plan is within the size that is stored. @throws Problem `invalid_input` */
export function checkSize(texts: readonly { readonly steps: string }[]): void {
  if (sizeOf(texts) <= changeLimits.planBytes) return
  const message = { en: 'The values of a plan have at most 16 MiB.', zh: '一个变更计划中的值总计不超过 16 MiB。' }
  throw new Problem('invalid_input', { errors: [{ path: 'parts', message }] })
}

/** Bytes of stored steps. */
export function sizeOf(texts: readonly { readonly steps: string }[]): number {
  return texts.reduce((sum, { steps }) => sum + Buffer.byteLength(steps), 0)
}
