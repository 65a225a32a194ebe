import { column, definePlugin, model, type AnyPlugin } from '@host/plugin'

/** A version of a plugin: the first, one with a further column, one that drops a column, and one that can't start. */
export type Papers = 'first' | 'wider' | 'narrower' | 'broken' | 'idle'

const base = { id: column.id('pap'), org_id: column.org(), title: column.text({ max: 100 }) }
const columns = {
  first: { ...base, pages: column.integer({ nullable: true }) },
  wider: { ...base, pages: column.integer({ nullable: true }), color: column.text({ max: 20, nullable: true }) },
  narrower: base,
}

/** The plugin in one of its versions. */
export function papers(version: Papers): AnyPlugin {
  const isNarrower = version === 'narrower'
  return definePlugin({
    name: 'papers',
    info: { title: 'Papers', description: 'Papers', icon: 'box', category: 'Test', core: true, api: '^1' },
    models: [model('papers', version === 'broken' || version === 'idle' ? columns.first : columns[version])],
    migrations: isNarrower ? [{ id: 'drop-pages', up: (db) => db.run('alter table papers drop column pages') }] : [],
    async mount() {
      if (version === 'broken') throw new Error('The press is jammed')
      if (version === 'idle') await new Promise((resolve) => setTimeout(resolve, 60_000))
    },
  })
}
