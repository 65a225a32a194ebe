import { Problem, UniqueViolation, type EndpointInput, type InstanceTables, type Queries } from '@host/plugin'
import { planLimits, type changePlan, type createPlan } from '../../shared.ts'
import { defaultKey, defaultMark, planKey } from '../entitlements/plan-source.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { checkContents } from './check-contents.ts'
import { lockPlan } from './plan-rows.ts'

type Transaction = Queries<InstanceTables<Tables>>

/** Creates a plan. @returns its ID @throws Problem `invalid_input`, `conflict` */
export async function createPlanOf(
  { ctx, catalog, index, clock }: Parts,
  input: EndpointInput<typeof createPlan>,
): Promise<string> {
  const { name, title, tiers = [], limits = {}, isDefault = false } = input
  checkContents(catalog, { tiers, limits })
  const now = new Date(clock()).toISOString()
  try {
    return await ctx.db.asInstance('an instance admin creates a plan').transaction(async (tx) => {
      const all = await tx.selectFrom('plans_plans').select('id').limit(planLimits.plans).execute()
      if (all.length >= planLimits.plans) throw new Problem('conflict', tooMany)
      if (isDefault) await clearDefault(tx)
      const created = await tx
        .insertInto('plans_plans')
        .values({
          name,
          title_en: title.en,
          title_zh: title.zh,
          tiers: [...new Set(tiers)],
          limits,
          default_mark: isDefault ? defaultMark : null,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      index.forget([planKey(created.id), ...(isDefault ? [defaultKey] : [])])
      return created.id
    })
  } catch (error) {
    throw error instanceof UniqueViolation ? nameTaken(error) : error
  }
}

/** Changes a plan but for its contents, which `plan-changes.ts` changes. @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function changePlanOf(
  { ctx, index, clock }: Parts,
  { id, title, tiers, limits, isDefault, isArchived }: EndpointInput<typeof changePlan>,
): Promise<void> {
  refuseContents({ tiers, limits })
  await ctx.db.asInstance('an instance admin changes a plan').transaction(async (tx) => {
    const before = await lockPlan(tx, id)
    const wasDefault = before.default_mark === defaultMark
    const [becomesDefault, becomesArchived] = [isDefault ?? wasDefault, isArchived ?? before.is_archived]
    if (becomesDefault && becomesArchived) throw new Problem('conflict', archivedDefault)
    if (becomesDefault && !wasDefault) await clearDefault(tx)
    await tx
      .updateTable('plans_plans')
      .set({
        ...(title && { title_en: title.en, title_zh: title.zh }),
        default_mark: becomesDefault ? defaultMark : null,
        is_archived: becomesArchived,
        updated_at: new Date(clock()).toISOString(),
      })
      .where('id', '=', id)
      .execute()
    index.forget([planKey(id), ...(becomesDefault || wasDefault ? [defaultKey] : [])])
  })
}

/** Contents change what workspaces may do, so they are looked at first. @throws Problem `invalid_input` */
function refuseContents(contents: Pick<EndpointInput<typeof changePlan>, 'tiers' | 'limits'>): void {
  const given = Object.entries(contents).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  throw new Problem('invalid_input', { errors: given.map(([path]) => ({ path, message: reviewedOnly })) })
}

async function clearDefault(tx: Transaction): Promise<void> {
  await tx.updateTable('plans_plans').set({ default_mark: null }).where('default_mark', '=', defaultMark).execute()
}

function nameTaken(cause: unknown): Problem {
  const message = { en: 'Another plan has this name. Choose another one.', zh: '另一个套餐已使用此名称，请换一个。' }
  return new Problem('conflict', { detail: message, errors: [{ path: 'name', message }], cause })
}

const reviewedOnly = {
  en: 'Plan this with POST /api/instance/plans/changes, review who is affected, and apply it.',
  zh: '请通过 POST /api/instance/plans/changes 创建更改，查看受影响的工作区后再应用。',
}

const tooMany = {
  detail: {
    en: `An instance has at most ${planLimits.plans} plans, archived ones too.`,
    zh: `一个实例最多有 ${planLimits.plans} 个套餐，包括已归档的套餐。`,
  },
}

const archivedDefault = {
  detail: {
    en: 'The default plan can’t be archived. Make another plan the default first.',
    zh: '默认套餐不能归档，请先将另一个套餐设为默认。',
  },
}
