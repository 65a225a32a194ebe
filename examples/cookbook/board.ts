import { column, definePlugin, model, Problem, type Queries, type TablesOf } from '@host/plugin'
import { moveDeal, listDeals, addDeal } from './board-shared.ts'

const Deal = model(
  'board_deals',
  {
    id: column.id('deal'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    stage: column.text<'lead' | 'offer' | 'won'>({ default: 'lead' }),
    // A new card is behind those that were placed.
    position: column.integer({ default: 1_000_000 }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'stage', 'position'],
    ],
    label: 'title',
  },
)
type Tables = TablesOf<readonly [typeof Deal]>

export const plugin = definePlugin({
  name: 'board',
  info: { title: 'Board', description: 'Deals by stage', icon: 'columns', category: 'Work', api: '^1' },
  models: [Deal],
  mount(mux) {
    mux.endpoint(listDeals, async ({ db }) => {
      const deals = db.selectFrom('board_deals').select(['id', 'title', 'stage'])
      return { items: await deals.orderBy('position').orderBy('id').limit(500).execute() }
    })
    mux.endpoint(addDeal, async ({ db, input }) => {
      const added = db.insertInto('board_deals').values(input)
      return await added.returning(['id', 'title', 'stage']).executeTakeFirstOrThrow()
    })
    mux.endpoint(moveDeal, async ({ db, params: { id }, input: { stage, before } }) => {
      const moved = db.updateTable('board_deals').set({ stage }).where('id', '=', id)
      const deal = await moved.returning(['id', 'title', 'stage']).executeTakeFirst()
      if (deal === undefined) throw new Problem('not_found')
      await placeInColumn(db, deal, before)
      return deal
    })
  },
})

/** Numbers the cards of a column again, with one card in front of another. Runs in the transaction of the move. */
async function placeInColumn(
  db: Queries<Tables>,
  { id, stage }: { readonly id: string; readonly stage: 'lead' | 'offer' | 'won' },
  before: string | null,
): Promise<void> {
  const lane = db.selectFrom('board_deals').select(['id', 'position']).where('stage', '=', stage)
  const cards = await lane.orderBy('position').orderBy('id').forUpdate().execute()
  const others = cards.filter((card) => card.id !== id)
  const at = others.findIndex((card) => card.id === before)
  const ordered = others.toSpliced(at === -1 ? others.length : at, 0, ...cards.filter((card) => card.id === id))
  for (const [position, card] of ordered.entries()) {
    if (card.position === position) continue
    await db.updateTable('board_deals').set({ position }).where('id', '=', card.id).execute()
  }
}
