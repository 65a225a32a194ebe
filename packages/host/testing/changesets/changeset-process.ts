/**
 * A host in a process of its own that kills itself at a point of an apply: `node changeset-process.ts <order in JSON>`.
 *
 * It first recovers what the process before it left: it compares every step with the value that is there, then finishes or
 * reverts it. Then it reports, and applies a changeset until it is killed.
 */
import assert from 'node:assert/strict'
import type { Changeset } from '@host/plugin'
import { labHost } from '../lab-host.ts'
import { changesetLab, type ChangesetLab } from './changeset-lab.ts'
import { explained } from './explained-values.ts'
import { toyPlugin } from './toy-plugin.ts'

/** What the process does. */
export interface ProcessOrder {
  readonly environment: Readonly<Record<string, string>>
  /** Those of the first process, once there was one. */
  readonly person?: ProcessPerson | undefined
  /** The changeset that the process before has left. */
  readonly left?: string | undefined
  readonly choice: 'finish' | 'revert'
  /** The call at which it kills itself: counted in the recovery, or in the apply after it. */
  readonly killAt: number
  readonly killsIn: 'recovery' | 'apply'
  readonly value: number
}

/** A person that each process of a database knows. */
export interface ProcessPerson {
  readonly orgId: string
  readonly userId: string
}

/** Sent before each changeset that is applied, and after a recovery. */
export interface ProcessReport {
  readonly person: ProcessPerson
  readonly applies: string | undefined
  /** The state in which the changeset of the process before was found. */
  readonly found: string | undefined
}

const order = JSON.parse(process.argv[2] ?? '') as ProcessOrder
let left = Number.POSITIVE_INFINITY

const toy = toyPlugin({
  onPoint: async () => {
    left -= 1
    if (left > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined)
  },
})
const lab = await labHost({ after: () => undefined }, [toy.plugin], { environment: order.environment })
const person = order.person ?? (await lab.person('admin'))
const changes = changesetLab({ lab, toy, admin: { ...(await lab.admin()), ...person } })

const found = order.left === undefined ? undefined : await recover(changes, order.left)
const planned = await changes.plan({ one: order.value, two: order.value, three: order.value })
await changes.approve(planned)
await report({ applies: planned.id, found })
if (order.killsIn === 'apply') left = order.killAt
await toy.service().apply(person.orgId, planned.id)
await changes.ended(planned.id)
process.kill(process.pid, 'SIGKILL')

async function recover({ ended, states, values }: ChangesetLab, id: string): Promise<string> {
  const { state } = await ended(id)
  if (state === 'approved') return state
  const actual = await values()
  assert.deepEqual(await explained(toy, person.orgId), actual)
  for (const line of await states(id)) assert.match(line, / (?:waiting|applied)$/)
  if (state === 'interrupted') await end(changes, id)
  assert.deepEqual(await explained(toy, person.orgId), await values())
  return state
}

async function end({ approve, ended }: ChangesetLab, id: string): Promise<void> {
  const { orgId, userId } = person
  if (order.killsIn === 'recovery') left = order.killAt
  if (order.choice === 'finish') {
    await report({ applies: id, found: undefined })
    await toy.service().finish(orgId, id, userId)
    assert.equal((await ended(id)).state, 'applied')
    return
  }
  const revert: Changeset | undefined = await toy.service().revert(orgId, id, { title: 'Back' })
  assert.ok(revert)
  await approve(revert)
  await report({ applies: revert.id, found: undefined })
  await toy.service().apply(orgId, revert.id)
  assert.equal((await ended(revert.id)).state, 'applied')
  assert.equal((await toy.service().find(orgId, id))?.state, 'reverted')
}

/** Resolves when it is on its way, which a kill would end. */
async function report(facts: Omit<ProcessReport, 'person'>): Promise<void> {
  const { orgId, userId } = person
  await new Promise((sent) => process.send?.({ person: { orgId, userId }, ...facts } satisfies ProcessReport, sent))
}
