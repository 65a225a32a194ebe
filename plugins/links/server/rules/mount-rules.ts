import { changeRules, explainVisit, readRules, type LinkRule } from '../../shared.ts'
import { lockLink, selectLink } from '../links/link-rows.ts'
import { requireOpenLink } from '../links/links-quota.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { preparedRule } from '../redirect/known-links.ts'
import { storeTargets } from '../versions/store-targets.ts'
import { failedCondition, matchRules } from './match-rules.ts'
import { judgeRules } from './judge-rules.ts'
import { VisitFacts } from './visit-facts.ts'

/** Routes of the rules of links. */
export function mountRules(mux: LinksMux, parts: Parts): void {
  mux.endpoint(readRules, async ({ db, params }) => ({ rules: [...(await selectLink(db, params.id)).rules] }))
  mux.endpoint(changeRules, async (scope) => {
    const { rules } = scope.input
    await requireOpenLink(parts, scope, scope.params.id)
    await judgeRules(parts, rules)
    await scope.db.transaction(async (tx) => {
      const row = await lockLink(tx, scope.params.id)
      await storeTargets(parts, { caller: scope, tx }, { row, change: { rules } })
    })
    return { rules }
  })
  mux.endpoint(explainVisit, async ({ db, params, input }) => {
    const link = await selectLink(db, params.id)
    const rules = input.rules ?? link.rules
    if (input.rules !== undefined) await judgeRules(parts, rules)
    return explained({ id: link.id, url: link.url, rules }, input, parts.clock())
  })
}

interface Explained {
  readonly id: string
  readonly url: string
  readonly rules: readonly LinkRule[]
}

interface Invented {
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly city?: string | undefined
  readonly isReturning?: boolean | undefined
  readonly clicks?: number | undefined
  readonly userAgent?: string | undefined
  readonly language?: string | undefined
  readonly referrer?: string | undefined
  readonly query?: string | undefined
  readonly address?: string | undefined
  readonly at?: string | undefined
}

function explained({ id, url, rules }: Explained, visit: Invented, now: number) {
  const headers: Readonly<Record<string, string | undefined>> = {
    'user-agent': visit.userAgent,
    'accept-language': visit.language,
    referer: visit.referrer,
  }
  const facts = new VisitFacts({
    at: visit.at === undefined ? now : Date.parse(visit.at),
    address: visit.address ?? '',
    target: `/?${visit.query ?? ''}`,
    country: visit.country ?? '',
    region: visit.region ?? '',
    city: visit.city ?? '',
    isReturning: visit.isReturning ?? false,
    clicks: visit.clicks ?? 0,
    header: (name) => headers[name],
  })
  const rule = matchRules(rules.map(preparedRule), facts, id)
  return {
    url: rules[rule]?.url ?? url,
    rule: rule === -1 ? null : rule,
    rules: rules.map((each, place) => {
      const failed = failedCondition(preparedRule(each), facts, () => `${id} ${place}`)
      return { failed: failed === -1 ? null : failed }
    }),
  }
}
