/** The product with a plugin that renames a column over its releases; `SPEC_RELEASE` says which of them this is. */
import { column, definePlugin, json, model, type Migration } from '@host/plugin'
import { runExecutable } from '@host/cli'
import { infoOf } from './plugins.ts'

const base = { id: column.id('item'), org_id: column.org() }
const name = column.text()
const title = column.text({ nullable: true })

const addTitle: Migration = {
  id: 'add-title',
  async up(db) {
    await db.run('alter table releases_items add column title text')
    await db.run('update releases_items set title = name')
  },
  down: () => ['alter table releases_items drop column title'],
}
const fillTitle: Migration = {
  id: 'fill-title',
  safeAfter: 'add-title',
  up: (db) => db.run('update releases_items set title = name where title is null'),
}
const dropName: Migration = {
  id: 'drop-name',
  safeAfter: 'fill-title',
  up: (db) => db.run('alter table releases_items drop column name'),
}
const rename: Migration = {
  id: 'rename',
  up: (db) => db.run('alter table releases_items rename column name to title'),
  down: () => ['alter table releases_items rename column title to name'],
}

type Place = 'name' | 'title'

interface Release {
  readonly columns: Readonly<Partial<Record<Place, typeof name | typeof title>>>
  readonly migrations: readonly Migration[]
  /** The columns that a text is written to. */
  readonly writes: readonly Place[]
  /** The columns that it is read from: the first that holds one. */
  readonly reads: readonly Place[]
}

const releases: Readonly<Record<string, Release>> = {
  first: { columns: { name }, migrations: [], writes: ['name'], reads: ['name'] },
  rename: { columns: { title: column.text() }, migrations: [rename], writes: ['title'], reads: ['title'] },
  expand: { columns: { name, title }, migrations: [addTitle], writes: ['name', 'title'], reads: ['title', 'name'] },
  switch: { columns: { title }, migrations: [addTitle, fillTitle], writes: ['title'], reads: ['title'] },
  contract: { columns: { title }, migrations: [addTitle, fillTitle, dropName], writes: ['title'], reads: ['title'] },
}

const Item = model('releases_items', { ...base, name, title })
const release = releases[process.env['SPEC_RELEASE'] ?? '']
const inTree = release === undefined ? [] : [{ plugin: releasesPlugin(release) }]

function releasesPlugin({ columns, migrations, writes, reads }: Release) {
  const models = [model('releases_items', { ...base, ...columns }) as typeof Item] as const
  return definePlugin({
    name: 'releases',
    info: infoOf('Releases', { core: true }),
    models,
    migrations,
    mount(mux, ctx) {
      const items = () => ctx.db.inWorkspace('org_releases', 'a test')
      mux.handle('POST /api/x/releases/items', async ({ request }) => {
        const { text } = (await request.json()) as { text: string }
        const values = Object.fromEntries(writes.map((each) => [each, text])) as { name: string; title: string }
        await items().insertInto('releases_items').values(values).execute()
        return json({ text }, { status: 201 })
      })
      mux.handle('GET /api/x/releases/items', async () => {
        const rows = await items().selectFrom('releases_items').select(reads).execute()
        return json(rows.map((row) => reads.map((each) => row[each]).find((text) => text !== null) ?? null))
      })
    },
  })
}

await runExecutable({ inTree, outOfTree: [] })
