import type { InstanceTables, ScopedDatabase } from '@host/plugin'
import { changeSharing, readSharing, sharedStatistics } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { sharedPage } from './shared-statistics.ts'
import { shareLink, sharingOf } from './shares.ts'

/** Routes of shared statistics, and their page. */
export function mountSharing(mux: LinksMux, parts: Parts): void {
  mux.endpoint(readSharing, ({ db, params }) => sharingOf(db, params.id))
  mux.endpoint(changeSharing, (scope) => shareLink(parts, scope, { ...scope.input, id: scope.params.id }))
  // Opened with the first visit: plugins are mounted before the database is available.
  let opened: ScopedDatabase<InstanceTables<Tables>> | undefined
  mux.publicPage(sharedStatistics, {
    async workspace({ params }) {
      opened ??= parts.ctx.db.asInstance('find the workspace of shared statistics')
      const shares = opened.selectFrom('links_shares').select('org_id').where('address', '=', params.address)
      return (await shares.executeTakeFirst())?.org_id
    },
    async answer({ db, params, language }) {
      const data = await sharedPage(parts, db, params.address)
      return data && { title: titles[language](data.name), data }
    },
  })
}

const titles = {
  en: (name: string) => shortened(`Statistics of ${name}`),
  zh: (name: string) => shortened(`${name} 的统计`),
}

/** Titles of pages have at most 200 characters. */
function shortened(title: string): string {
  return title.length > 200 ? `${title.slice(0, 199).toWellFormed()}…` : title
}
