import { Geo, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { Visitor } from '../clicks/click.ts'
import { dayOf } from '../clicks/read-click.ts'
import { asksPast, asksPlace, type MatchedRule } from './match-rules.ts'
import { nothingKnown, type KnownOfVisit } from './visit-facts.ts'

/** A visit of a link, whose rules may ask for more than the visit shows. */
export interface AskedVisit {
  readonly orgId: string
  readonly linkId: string
  readonly rules: readonly MatchedRule[]
  readonly visit: Visitor
}

type KnowingParts = Pick<Parts, 'ctx' | 'clock'> & { readonly clicks: Pick<Parts['clicks'], 'visitorOf'> }

/** What databases know of a visit, as far as the rules ask for it. */
export async function knownOfVisit(
  parts: KnowingParts,
  db: ReadQueries<Tables>,
  asked: AskedVisit,
): Promise<KnownOfVisit> {
  const { rules, visit } = asked
  const place = asksPlace(rules) ? await parts.ctx.lookup(Geo)?.lookup(visit.address) : undefined
  const past = asksPast(rules) ? await pastOf(parts, db, asked) : undefined
  const { country = '', region = '', city = '' } = place ?? {}
  return { ...nothingKnown, country, region, city, ...past }
}

async function pastOf({ clicks, clock }: KnowingParts, db: ReadQueries<Tables>, { orgId, linkId, visit }: AskedVisit) {
  const at = clock()
  const agent = (visit.header('user-agent') ?? '').slice(0, 512)
  const visitor = await clicks.visitorOf({ orgId, at, address: visit.address, agent })
  const came = db.selectFrom('links_visitors').select('id').where('link_id', '=', linkId)
  const before = await came.where('day', '=', dayOf(at)).where('visitor', '=', visitor).executeTakeFirst()
  const sums = db.selectFrom('links_sums').select('clicks').where('link_id', '=', linkId)
  return { isReturning: before !== undefined, clicks: (await sums.executeTakeFirst())?.clicks ?? 0 }
}
