/** A plan names only parts of this build, and no limit is above the bound of the instance. */
import { Problem, type FieldProblem } from '@host/plugin'
import { amountText, type PlanCatalogService } from '@host/plugin/platform'

/** Tiers and limits as an instance admin wants them. */
export interface WantedContents {
  readonly tiers?: readonly string[] | undefined
  readonly limits?: Readonly<Record<string, number>> | undefined
}

/** @throws Problem `invalid_input` at each tier and limit */
export function checkContents(catalog: PlanCatalogService, { tiers = [], limits = {} }: WantedContents): void {
  const parts = catalog.parts()
  const errors = [
    ...tiers.flatMap((tier, at) => (parts.tiers.some(({ name }) => name === tier) ? [] : [unknown(`tiers.${at}`)])),
    ...Object.entries(limits).flatMap(([name, limit]) => limitProblem(parts, name, limit) ?? []),
  ]
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
}

type Parts = ReturnType<PlanCatalogService['parts']>

/** The problem of a limit, at its field. */
export function limitProblem({ quotas, meters }: Parts, name: string, limit: number): FieldProblem | undefined {
  const path = `limits.${name}`
  const quota = quotas.find((each) => each.name === name)
  if (quota === undefined) return meters.some((each) => each.name === name) ? undefined : unknown(path)
  if (limit <= quota.most) return undefined
  return {
    path,
    message: {
      en: `The instance allows at most ${amountText(quota.most, quota.unit, 'en')}.`,
      zh: `此实例最多允许 ${amountText(quota.most, quota.unit, 'zh')}。`,
    },
  }
}

function unknown(path: string): FieldProblem {
  return {
    path,
    message: { en: 'No plugin of this build has this part of a plan.', zh: '此构建中没有插件提供该套餐项目。' },
  }
}
