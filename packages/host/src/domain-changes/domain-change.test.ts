import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { changeSamples } from '../../testing/domain-changes/change-samples.ts'
import { newEntry } from '../audit/new-entry.ts'
import { eventData } from '../events/event-data.ts'
import { entryOf, eventOf, type DomainChange } from './domain-change.ts'
import { hostEvents } from './host-events.ts'

const origin = { plugin: 'host', endpoint: null, address: null, userAgent: null, requestId: null }

/** Kinds whose entry is written by the call that changes, or by no call: plans expire by themselves. */
const withoutEntry = [
  'changeset.planned',
  'changeset.approved',
  'changeset.dismissed',
  'changeset.expired',
  'changeset.reverted',
]

test('every kind of change gives one audit entry, whose action is the kind', () => {
  const without = new Set<string>()
  for (const change of changeSamples) {
    const entry = entryOf(change)
    if (entry === undefined) without.add(change.kind)
    else assert.equal(written(change)?.action, change.kind)
  }
  assert.deepEqual([...without], withoutEntry)
})

test('every event of a change is declared and has the declared data, and every declared event has a change', async () => {
  const told = new Set<string>()
  for (const change of changeSamples) {
    const event = eventOf(change)
    if (event === undefined) continue
    const declared = hostEvents.find(({ name }) => name === event.name)
    assert.ok(declared, `${change.kind} gives ${event.name}`)
    await eventData(declared, { ...event.data, by: null })
    told.add(event.name)
  }
  assert.deepEqual([...told].toSorted(), hostEvents.map(({ name }) => name).toSorted())
})

test('entries and events stay as they are stored and sent', async () => {
  const lines = changeSamples.map((change) => {
    const { target, before, after } = written(change) ?? {}
    const { name, data } = eventOf(change) ?? {}
    const sent = name === undefined ? '' : ` => ${name} ${JSON.stringify(data)}`
    return `${[change.kind, target, before, after].map((part) => part ?? '-').join(' ')}${sent}`
  })
  const expected = await readFile(
    new URL('../../testing/domain-changes/entries-and-events.txt', import.meta.url),
    'utf8',
  )
  assert.deepEqual(lines, expected.trimEnd().split('\n'))
})

function written(change: DomainChange) {
  const entry = entryOf(change)
  return entry && newEntry({ ...entry, orgId: change.orgId, actor: { kind: 'host' } }, origin)
}
