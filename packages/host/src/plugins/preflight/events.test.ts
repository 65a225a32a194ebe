import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineEvent, type EventDefinition } from '@host/plugin'
import * as z from 'zod/mini'
import { plainPlugin } from '../../../testing/plain-plugins.ts'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'
import { eventProblems } from './events.ts'

const { toJSONSchema } = z

function event(name: string, given: Partial<EventDefinition> = {}): EventDefinition {
  const data = z.object({ noteId: z.string() })
  return { ...defineEvent({ name, description: 'D', data, example: { noteId: 'x' }, toJSONSchema }), ...given }
}

function plugin(name: string, ...events: readonly EventDefinition[]): RegisteredPlugin {
  const shown = { menus: [], instanceMenus: [], i18n: {} }
  return {
    ...shown,
    name,
    feature: name,
    granted: [],
    version: '1.0.0',
    outOfTree: false,
    plugin: plainPlugin(name, { events }),
  }
}

function problemOf(...plugins: readonly RegisteredPlugin[]): string {
  const problems = eventProblems(plugins)
  assert.equal(problems.length, 1, JSON.stringify(problems))
  return problems[0] ?? ''
}

test('events that are well declared are not problem, also with a name of several parts', () => {
  assert.deepEqual(
    eventProblems([plugin('notes', event('note.created'), event('note.tag.added-twice'), event('note.verify_failed'))]),
    [],
  )
})

test('§P19 an event is named noun.past-participle', () => {
  for (const name of [
    'created',
    'Note.created',
    'note.',
    '.created',
    'note created',
    '_note.created',
    `n.${'x'.repeat(99)}`,
  ]) {
    assert.match(
      problemOf(plugin('notes', event(name))),
      /"notes" has the event .* name it noun\.past-participle/,
      name,
    )
  }
})

test('§P19 a name belongs to one plugin, and those of the host to none', () => {
  const both = problemOf(plugin('notes', event('note.created')), plugin('files', event('note.created')))
  assert.match(both, /"note.created" is declared by "notes" and "files"/)
  assert.match(problemOf(plugin('notes', event('member.joined'))), /declared by "host" and "notes"/)
  assert.match(problemOf(plugin('notes', event('note.created'), event('note.created'))), /"notes" declares .* twice/)
})

test('an example fits its data, and the data can be described', () => {
  const unfit = { example: { noteId: 7 } }
  assert.match(
    problemOf(plugin('notes', event('note.created', unfit))),
    /whose example doesn't match its schema: noteId: /,
  )
  const jsonSchema = (): never => {
    throw new TypeError('It yields none.')
  }
  assert.match(
    problemOf(plugin('notes', event('note.created', { jsonSchema }))),
    /can't be described: It yields none; /,
  )
  const data = z.object({ noteId: z.string().check(z.refine(async () => true)) })
  assert.match(problemOf(plugin('notes', event('note.created', { data }))), /is asynchronous|can't be described/)
})

test('data name no secret, however deep', () => {
  const inner = z.object({ apiToken: z.string() })
  const data = z.object({ all: z.array(z.object({ inner: z.optional(inner) })) })
  const secret = defineEvent({ name: 'note.shared', description: 'D', data, example: { all: [] }, toJSONSchema })
  assert.match(problemOf(plugin('notes', secret)), /with "apiToken" in its data, which is the name of a secret/)
})
