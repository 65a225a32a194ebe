import type { WorkspaceScope } from '@host/plugin'
import { changeRules, explainVisit, readRules, type LinkRule } from '../../shared.ts'
import { linkUpdated } from '../events.ts'
import { lockLink, selectLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'
import { preparedRule } from '../redirect/rich-links.ts'
import { failedCondition, matchRules } from './match-rules.ts'
import { judgeRules } from './judge-rules.ts'
import { VisitFacts } from './visit-facts.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Routes of the rules of links. */
export function mountRules(mux: LinksMux, parts: Parts): void {
  mux.endpoint(readRules, async ({ db, params }) => ({ rules: [...(await selectLink(db, params.id)).rules] }))
  mux.endpoint(changeRules, async (scope) => {
    const { rules } = scope.input
    await judgeRules(parts, rules)
    await storeRules(parts, scope, { id: scope.params.id, rules })
    return { rules }
  })
  mux.endpoint(explainVisit, async ({ db, params, input }) => {
    const link = await selectLink(db, params.id)
    const rules = input.rules ?? link.rules
    if (input.rules !== undefined) await judgeRules(parts, rules)
    return explained({ id: link.id, url: link.url, rules }, input, parts.clock())
  })
}

async function storeRules(
  parts: Pick<Parts, 'clock' | 'events' | 'index'>,
  { db, orgId, audit }: Caller,
  { id, rules }: { readonly id: string; readonly rules: readonly LinkRule[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockLink(tx, id)
    const updated = { rules, updated_at: new Date(parts.clock()).toISOString() }
    await tx.updateTable('links_links').set(updated).where('id', '=', id).execute()
    parts.index.forget([toIndex(row.index_key)])
    const { host, slug, url } = row
    await parts.events.publish(linkUpdated, orgId, { linkId: id, host, slug, url })
    audit.describe({ target: `link:${id}`, before: { rules: row.rules }, after: { rules } })
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
      const failed = failedCondition(preparedRule(each), facts, `${id} ${place}`)
      return { failed: failed === -1 ? null : failed }
    }),
  }
}
