/** A host in a process of its own that takes webhooks of the plugin `examples/stripe`: `node stripe-process.ts <task>`. */
import { createHmac } from 'node:crypto'
import { createHost, readConfig } from '@host/host'
import { DeclaredSettings, Entitlements } from '@host/plugin'
import { plugin as stripe } from '../../../examples/stripe/plugin.ts'
import { invitePeople, serviceOf } from '../../../packages/testing/src/test-people.ts'
import { plugin as plans } from '../../../plugins/plans/server/index.ts'
import { PlanAssignments } from '../../../plugins/plans/server/workspaces/plan-assignments.ts'
import { createPlan } from '../../../plugins/plans/shared.ts'
import { plugin as products } from '../../../plugins/products/server/index.ts'
import { createProduct } from '../../../plugins/products/shared.ts'

const secret = 'whsec_7c1d0a'

/** The workspace that sells, and the one that buys. */
export interface StripePlace {
  readonly seller: string
  readonly buyer: string
}

/** What the process does. */
export interface StripeTask {
  readonly environment: Readonly<Record<string, string>>
  /** Undefined for the first process, which makes it. */
  readonly place?: StripePlace
  /** Whether it is killed after an order is recorded, in place of giving the plan. */
  readonly dies: boolean
  /** Bodies of events, in which `WORKSPACE` stands for the buyer. Those of a group are sent at once. */
  readonly groups: readonly (readonly string[])[]
}

/** What a process reports: the place, and after each group the answers and the plan of the buyer. */
export type StripeReport =
  | { readonly place: StripePlace }
  | { readonly statuses: readonly number[]; readonly plan: string | null }

const task = JSON.parse(process.argv[2] ?? '') as StripeTask
const report = (message: StripeReport) => new Promise((sent) => process.send?.(message, sent))

const host = await createHost({
  plugins: [products, plans, stripe].map((plugin) => ({
    plugin,
    version: '1.0.0',
    outOfTree: plugin.topLevelApi === undefined,
    granted: plugin.topLevelApi ?? [],
  })),
  config: readConfig(task.environment),
  passwordCost: { memory: 64, passes: 1 },
})
const place = task.place ?? (await makePlace())
await report({ place })
if (task.dies) {
  Object.assign(serviceOf(host, PlanAssignments), { assign: () => process.kill(process.pid, 'SIGKILL') })
}
for (const group of task.groups) {
  const statuses = await Promise.all(group.map((body) => send(body.replaceAll('WORKSPACE', place.buyer))))
  const { plan } = await serviceOf(host, Entitlements).explain(place.buyer, 'licenses')
  await report({ statuses, plan })
}
await host.stop()
process.exit()

async function send(body: string): Promise<number> {
  const time = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }
  const request = new Request('http://host.test/api/x/stripe/webhook', { method: 'POST', headers, body })
  return (await host.fetch(request)).status
}

async function makePlace(): Promise<StripePlace> {
  const { clients, workspaces } = await invitePeople(host, () => undefined)
  const { id } = await clients.owner.call(createProduct, { name: 'Team plan', status: 'active' })
  await clients.instanceAdmin.call(createPlan, {
    name: 'team',
    title: { en: 'Team', zh: '团队' },
    tiers: [],
    limits: {},
  })
  const values = { signingSecret: secret, seller: workspaces.here, products: `team=${id}` }
  await serviceOf(host, DeclaredSettings).save('stripe', { kind: 'instance' }, values)
  return { seller: workspaces.here, buyer: workspaces.there }
}
