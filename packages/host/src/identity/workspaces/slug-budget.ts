/**
 * How many slugs one person may use up in a year, over all workspaces. A retired slug stays reserved for ever, since
 * links may still contain it; so the budget bounds how many of them one person can take away from all others.
 *
 * A change of slug and a deletion count from the moment of the request. Beyond the budget no slug is changed and no
 * workspace is created; a workspace can always be deleted. So one person retires at most the budget and the slugs of
 * their workspaces.
 */
import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import { isExempt } from './owned-workspaces.ts'

/** Slugs that one person may use up in a year. */
export const mostSlugsPerYear = 20
const year = 365 * 86_400_000

/**
 * Call it while the row of the account is locked, so that two changes at once are counted one after the other.
 * @throws Problem `conflict` for a person who has used the budget up
 */
export async function checkSlugBudget(db: Queries<HostTables>, userId: string, now: number): Promise<void> {
  if (await isExempt(db, userId)) return
  const retired = await db
    .selectFrom('retired_slugs')
    .select('id')
    .where('retired_by', '=', userId)
    .where('retired_at', '>', iso(now - year))
    .limit(mostSlugsPerYear)
    .execute()
  const closed = await db
    .selectFrom('workspaces')
    .select('id')
    .where('erase_at', 'is not', null)
    .where('erase_asked_by', '=', userId)
    .limit(mostSlugsPerYear)
    .execute()
  if (retired.length + closed.length >= mostSlugsPerYear) throw usedUp()
}

function usedUp(): Problem {
  return new Problem('conflict', {
    detail: {
      en: `You've reached the limit of ${mostSlugsPerYear} short names that one person can give up in a year.`,
      zh: `您一年内放弃的工作区短名称已达到 ${mostSlugsPerYear} 个的上限。`,
    },
    nextStep: {
      en: 'Change a workspace back to a former short name, or ask an instance admin.',
      zh: '请将某个工作区改回其曾用短名称，或联系实例管理员。',
    },
  })
}
