/** Changesets of a real host, driven by the service of a toy plugin. */
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnyPlugin, Changeset, JournaledStep, PlanOptions } from '@host/plugin'
import { labHost, type LabHost, type LabOptions, type LabPerson } from '../lab-host.ts'
import { toyKind, toyPlugin, type Toy, type ToyOptions } from './toy-plugin.ts'

/** A workspace whose admin plans and applies. */
export interface ChangesetLab {
  readonly lab: LabHost
  readonly toy: Toy
  readonly admin: LabPerson
  readonly orgId: string
  /** Plans values of a target. @param set null deletes a value */
  plan(set: Values, options?: ToyPlan): Promise<Changeset>
  approve(changeset: Changeset, confirmations?: readonly string[]): Promise<Changeset>
  /** Approves and applies, and waits for the end. */
  apply(changeset: Changeset): Promise<Changeset>
  /** Waits until it is no longer applied. */
  ended(id: string): Promise<Changeset>
  states(id: string): Promise<readonly string[]>
  values(target?: string): Promise<Readonly<Record<string, number>>>
}

type Values = Readonly<Record<string, number | null>>
type ToyPlan = Partial<Omit<PlanOptions, 'parts'>> & { readonly target?: string }

/** The options of a plan of the toy. */
export function toyPlan(set: Values, { target = 'a', ...options }: ToyPlan = {}): PlanOptions {
  return { title: 'Change', ...options, parts: [{ kind: toyKind, target, set: new Map(Object.entries(set)) }] }
}

/** Opens a host with a toy plugin. */
export async function openChangesetLab(
  context: Pick<TestContext, 'after'>,
  { toy: toyOptions = {}, plugins = [], ...options }: LabOptions & { toy?: ToyOptions; plugins?: AnyPlugin[] } = {},
): Promise<ChangesetLab> {
  const toy = toyPlugin(toyOptions)
  const lab = await labHost(context, [toy.plugin, ...plugins], options)
  const admin = await lab.person('admin')
  return changesetLab({ lab, toy, admin })
}

/** The tools of a host with a toy. */
export function changesetLab({ lab, toy, admin }: Pick<ChangesetLab, 'lab' | 'toy' | 'admin'>): ChangesetLab {
  const { orgId, userId } = admin
  const service = toy.service()
  const ended = async (id: string): Promise<Changeset> => await endOf(toy, orgId, id)
  const approve: ChangesetLab['approve'] = ({ id, hash }, confirmations = []) =>
    service.approve(orgId, id, { userId, hash, confirmations })
  return {
    lab,
    toy,
    admin,
    orgId,
    plan: async (set, options) => {
      const planned = await service.plan(orgId, toyPlan(set, { userId, ...options }))
      if (planned === undefined) throw new Error('Nothing would change.')
      return planned
    },
    approve,
    apply: async (changeset) => {
      await approve(changeset)
      await service.apply(orgId, changeset.id)
      return await ended(changeset.id)
    },
    ended,
    states: async (id) => {
      const { items } = await service.steps(orgId, id, { limit: 200 })
      return items.map(({ key, state }: JournaledStep) => `${key} ${state}`)
    },
    values: (target = 'a') => toy.values(orgId, target),
  }
}

/** Waits until a changeset is no longer applied; the test's timeout is the only limit. */
export async function endOf(toy: Toy, orgId: string, id: string): Promise<Changeset> {
  for (;;) {
    const found = await toy.service().find(orgId, id)
    if (found === undefined) throw new Error('The changeset is gone.')
    if (found.state !== 'applying') return found
    await pause(5)
  }
}
