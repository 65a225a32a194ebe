import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { definePlugin, json } from '../../packages/plugin/src/index.ts'
import { models } from '../../plugins/plans/server/models.ts'
import { payload } from './payload.ts'

const tier = 'bench'

/** A plugin with two routes that are alike, but that one asks for a tier. */
export const tieredPlugin = definePlugin({
  name: 'tiered',
  info: { title: 'Tiered', description: 'Asks for a tier', icon: 'gauge', category: 'Bench', api: '^1' },
  models: [],
  plan: { tiers: [{ name: tier, title: { en: 'Bench', zh: '基准' } }] },
  mount(mux, ctx) {
    const answer = async ({ params }: { readonly params: { readonly id: string } }) => json(payload(params.id))
    mux.handle('GET /api/x/tiered/with/{id}', ctx.guard<{ readonly id: string }>(answer, { tier }))
    mux.handle('GET /api/x/tiered/without/{id}', ctx.guard<{ readonly id: string }>(answer))
  },
})

interface PlanTables {
  readonly plans_plans: {
    readonly name: string
    readonly title_en: string
    readonly title_zh: string
    readonly tiers: readonly string[]
    readonly limits: object
    readonly default_mark: string
  }
}

/** Gives all workspaces a plan that includes the tier. */
export async function fillPlans(path: string): Promise<void> {
  const owners = [{ name: 'plans', models }]
  const database = await openDatabase({ url: path, durability: 'normal' })
  try {
    await migrate(database, owners)
    const db = new DataAccess({ database, owners, onDoor: () => {} }).asInstance<PlanTables>('plans')
    const plan = {
      name: 'bench',
      title_en: 'Bench',
      title_zh: '基准',
      tiers: [tier],
      limits: {},
      default_mark: 'default',
    }
    await db.insertInto('plans_plans').values(plan).execute()
  } finally {
    await database.close()
  }
}
