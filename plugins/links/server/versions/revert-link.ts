import { Problem, type WorkspaceScope } from '@host/plugin'
import type { Link } from '../../shared.ts'
import { judgeTarget } from '../links/judge-target.ts'
import { lockLink, selectLink, shownLink } from '../links/link-rows.ts'
import { requireOpenLink } from '../links/links-quota.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { judgeRules } from '../rules/judge-rules.ts'
import { storeTargets } from './store-targets.ts'
import { selectVersion } from './versions.ts'
import type { LinkTargets } from './write-version.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** Gives a link the targets of an earlier version, as a new one. @throws Problem `not_found`, `invalid_input` */
export async function revertLinkTo(
  parts: Parts,
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Link> {
  const { db } = caller
  await requireOpenLink(parts, caller, id)
  const { url, rules, query, redirect } = await selectVersion(db, await selectLink(db, id), version)
  await judgeAgain(parts, { url, rules })
  await db.transaction(async (tx) => {
    await storeTargets(parts, { caller, tx }, { row: await lockLink(tx, id), change: { url, rules, query, redirect } })
  })
  return await shownLink(parts, db, await selectLink(db, id))
}

/** A target that was fine once may be refused today. @throws Problem `invalid_input` */
async function judgeAgain(parts: Parts, { url, rules }: Pick<LinkTargets, 'url' | 'rules'>): Promise<void> {
  try {
    await judgeTarget(parts, url)
    await judgeRules(parts, rules)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = (error.options.errors ?? []).map(({ message }) => ({ path: 'version', message }))
    throw new Problem('invalid_input', { ...error.options, errors, cause: error })
  }
}
