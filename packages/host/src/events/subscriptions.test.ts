import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subscriptions, type Subscription } from './subscriptions.ts'

const known = ['note.created', 'note.removed', 'member.joined']

function subscription(given: Partial<Subscription> = {}): Subscription {
  const handler = async (): Promise<void> => undefined
  return { plugin: 'notes', feature: 'notes', subscriber: 'index', names: ['note.created'], handler, ...given }
}

test('a subscriber gets the events it named, or all', () => {
  const subscriptions = new Subscriptions()
  subscriptions.add(subscription({ names: ['note.created', 'member.joined', 'note.created'] }))
  subscriptions.add(subscription({ plugin: 'hooks', names: undefined }))
  assert.deepEqual(subscriptions.seal(known), { problems: [], warnings: [] })
  const told = (name: string) => subscriptions.of(name).map(({ plugin }) => plugin)
  assert.deepEqual(known.map(told), [['notes', 'hooks'], ['hooks'], ['notes', 'hooks']])
})

test('a name that is nearly valid fails the start, one of an absent plugin is reported to the operator', () => {
  const subscriptions = new Subscriptions()
  subscriptions.add(subscription({ names: ['note.craeted', 'invoice.paid'] }))
  const { problems, warnings } = subscriptions.seal(known)
  assert.deepEqual(problems, [
    'Plugin "notes" subscribes "index" to "note.craeted", which no plugin declares; did you mean "note.created"?',
  ])
  assert.deepEqual(warnings, [
    'Plugin "notes" subscribes "index" to "invoice.paid", which no plugin of this build declares',
  ])
})

test('an invalid subscription is refused while mounting, and every later one', () => {
  const subscriptions = new Subscriptions()
  const add = (given: Partial<Subscription>) => () => subscriptions.add(subscription(given))
  for (const subscriber of ['', 'Index', '1x', 'a.b', 'a'.repeat(51)]) {
    assert.throws(add({ subscriber }), /needs another name/, subscriber)
  }
  assert.throws(add({ names: [] }), /has no event/)
  assert.throws(add({ handler: undefined as never }), /has no handler/)
  assert.throws(() => subscriptions.of('note.created'), /after mounting has finished/)
  add({})()
  assert.throws(add({}), /already exists/)
  subscriptions.seal(known)
  assert.throws(add({ subscriber: 'late' }), /too late: register it in mount/)
})
