import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, definePlugin, json, model, type TablesOf, type WorkspaceScope } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'

const models = [model('diary_pages', { id: column.id('page'), org_id: column.org(), text: column.text() })] as const

const diary = definePlugin({
  name: 'diary',
  info: notesInfo,
  models,
  mount(mux, ctx) {
    const write = async ({ db }: WorkspaceScope<TablesOf<typeof models>>): Promise<Response> => {
      await db.insertInto('diary_pages').values({ text: 'a page' }).execute()
      return json({})
    }
    mux.handle('POST /api/x/diary/pages', ctx.guard(write))
  },
})

/** A writer whose disk is full at any write to the diary. */
const writerCode = `
import { StatementSync } from 'node:sqlite'
const { run } = StatementSync.prototype
StatementSync.prototype.run = function (...values) {
  if (!/insert into "diary_pages"/.test(this.sourceSQL)) return run.apply(this, values)
  throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
}
await import(${JSON.stringify(new URL('../database/sqlite/sqlite-writer.ts', import.meta.url).href)})
`

test('an outage of the database is a fault of the host, and the plugin that met it has none', async (context) => {
  const lab = await labHost(context, [diary], { threadCode: () => writerCode })
  const ada = await lab.admin()
  const answer = await ada.call('POST', '/api/x/diary/pages', { headers: { 'accept-language': 'zh' } })
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '5')
  const { code, detail } = (await answer.json()) as Record<string, unknown>
  assert.deepEqual([code, detail], ['service_unavailable', '存储空间已满，暂时无法保存任何内容。'])
  assert.deepEqual([lab.host.faultCount('diary'), lab.host.faultCount('host')], [0, 1])
  const line = lab.log.find(({ level }) => level === 'error')
  assert.match(String(line?.['err']), /database or disk is full/)
})
