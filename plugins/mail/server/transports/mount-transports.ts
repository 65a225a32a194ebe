import { Problem, type WorkspaceScope } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import {
  changeTransport,
  createTransport,
  deleteTransport,
  listTransports,
  orderTransports,
  testTransport,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { changeTransportIn, createTransportIn } from './change-transport.ts'
import { testTransportOf } from './test-transport.ts'
import { requireTransport, selectTransports, shownTransport } from './transport-rows.ts'

type Changer = Pick<WorkspaceScope<Tables>, 'db' | 'audit'>

/** Routes of the servers through which a workspace sends. */
export function mountTransports(mux: MailMux, parts: Parts): void {
  mux.endpoint(listTransports, async ({ db }) => {
    const rows = await selectTransports(db).execute()
    return { items: rows.map(shownTransport), fallback: fallbackOf(parts) }
  })
  mux.endpoint(createTransport, async (scope) => {
    return shownTransport(await createTransportIn(parts, scope, scope.input))
  })
  mux.endpoint(changeTransport, async (scope) => {
    return shownTransport(await changeTransportIn(parts, scope, { ...scope.input, id: scope.params.id }))
  })
  mux.endpoint(deleteTransport, async (scope) => await deleteTransportIn(scope, scope.params.id))
  mux.endpoint(orderTransports, async (scope) => await order(scope, scope.input.ids))
  mux.endpoint(testTransport, async (scope) => {
    const row = await requireTransport(scope.db, scope.params.id)
    return await testTransportOf(parts, scope, { row, from: scope.input.from })
  })
}

function fallbackOf({ ctx }: Pick<Parts, 'ctx'>): 'system' | 'direct' | 'none' {
  const sending = ctx.lookup(MailSending)
  if (sending?.server !== undefined) return 'system'
  return sending?.directPort === undefined ? 'none' : 'direct'
}

async function deleteTransportIn({ db, audit }: Changer, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const all = tx.deleteFrom('mail_transports').where('id', '=', id)
    const gone = await all.returning(['name', 'host']).executeTakeFirst()
    if (gone === undefined) throw new Problem('not_found')
    audit.describe({ target: `mail_transport:${id}`, before: gone })
  })
}

/** @throws Problem `conflict` for ids that are not those of all transports */
async function order({ db, audit }: Changer, ids: readonly string[]): Promise<undefined> {
  await db.transaction(async (tx) => {
    const known = await tx.selectFrom('mail_transports').select('id').orderBy('id').forUpdate().execute()
    const isComplete = known.length === ids.length && known.every(({ id }) => ids.includes(id))
    if (!isComplete) throw new Problem('conflict', changed)
    for (const [position, id] of ids.entries()) {
      await tx.updateTable('mail_transports').set({ position }).where('id', '=', id).execute()
    }
    audit.describe({ after: { ids: [...ids] } })
  })
}

const changed = {
  detail: { en: 'The list of transports has changed meanwhile.', zh: '发送服务器列表已发生变化。' },
  nextStep: { en: 'Reload, then order them again.', zh: '请刷新后重新排序。' },
}
