import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addEntry, plugin, report } from './own-spans.ts'

test('a report has a span for each of its parts, with facts and without the texts of people', async () => {
  await using host = await createTestHost({ plugins: [plugin], traces: true })
  const member = host.as('member')
  await member.call(addEntry, { task: 'Call Ada', minutes: 20 })
  await member.call(addEntry, { task: 'Write', minutes: 40 })
  assert.deepEqual(await member.call(report, { format: 'total' }), { text: '60' })

  const named = (name: string) => host.spans.find((span) => span.name === name)
  const [reading, rendering] = [named('read entries'), named('render report')]
  assert.equal(reading?.attributes['plugin.timesheets.rows'], 2)
  assert.ok(host.spans.some(({ name, parentId }) => name === 'SELECT timesheets_entries' && parentId === reading.id))
  assert.deepEqual(rendering?.attributes, {
    'plugin.name': 'timesheets',
    'plugin.timesheets.format': 'total',
    'plugin.timesheets.rows': 2,
  })
  assert.doesNotMatch(JSON.stringify(host.spans), /Ada/)
})
