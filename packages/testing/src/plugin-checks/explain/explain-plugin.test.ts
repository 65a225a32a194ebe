import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, mountResource } from '@host/plugin'
import { defineResource, field } from '@host/plugin/zod'
import { explainPlugin } from './explain-plugin.ts'
import { explanationText } from './explanation-text.ts'

const label = { en: 'Name', zh: '名称' }
const boats = defineResource({
  plugin: 'harbor',
  name: 'boats',
  one: 'boat',
  label: { one: { en: 'Boat', zh: '船' }, many: { en: 'Boats', zh: '船' } },
  icon: 'ship',
  fields: { name: field.text({ label, max: 80 }), tow: field.reference('self', { label, onDelete: 'null' }) },
  title: 'name',
  permissions: { write: 'admin' },
})
const harbor = definePlugin({
  name: 'harbor',
  info: { title: 'Harbor', description: 'Boats', icon: 'ship', category: 'Work', api: '^1' },
  models: [boats.model],
  events: Object.values(boats.events),
  i18n: boats.texts,
  mount: (mux, ctx) => mountResource({ mux, ctx }, boats, { omit: ['importCsv'] }),
})

test('an explanation lists what a resource made, and nothing that was left out', async () => {
  const explanation = await explainPlugin(harbor)
  const text = explanationText(explanation)
  assert.match(text, /^harbor\n\nTables\n {2}harbor_boats\n {4}id: id\n/)
  assert.match(text, /name: text\(80\), searched\n/)
  assert.match(text, /tow: text\(64\), nullable, references its own table \(on delete: null\)\n/)
  assert.match(text, /POST \/api\/x\/harbor\/boats \(admin\): Create a boat\n {4}input: \{ name: string, tow\?: /)
  assert.match(text, /harbor_delete_boat: Deletes a boat for good\. Needs approval\.\n/)
  assert.match(text, /boat\.changed: Boat changed\n {4}data: \{ id: string, /)
  assert.doesNotMatch(text, /import|reveal/)
  assert.deepEqual(explanation.events.length, 3)
})
