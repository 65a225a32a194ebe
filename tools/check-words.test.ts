import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWords, type Words } from './check-words.ts'
import { problemsOf } from './report.ts'

const nothing: Words = { dictionaries: [], pages: [], sources: [] }
const inPage = (text: string): readonly string[] =>
  checkWords({ ...nothing, pages: [{ path: 'docs/a.md', text }] }).problems
const inSource = (text: string, path = 'plugins/notes/shared.ts'): readonly string[] =>
  checkWords({ ...nothing, sources: [{ path, text }] }).problems
const inDictionary = (text: string): readonly string[] =>
  checkWords({ ...nothing, dictionaries: [{ path: 'a', en: new Map([['a', text]]), zh: new Map() }] }).problems

const planted: readonly string[] = [
  'The token works for whoever has it.',
  'Somebody changed the note.',
  'This is visible to nobody else.',
  'The token is made anew.',
  'This is no address.',
  'The file belongs into the folder.',
  'Some fields are not right.',
  'It prints what is stored.',
  'The letter arrives in a minute.',
  'Enter your e-mail address.',
  'The colour of the workspace.',
  'What the plugin needs is listed below.',
  'A note is kept. Who leaves loses it.',
  '## What the page shows',
  '| What it means | Status |',
]
for (const text of planted) {
  test(`refused in a document: ${text}`, () => {
    assert.equal(inPage(text).length > 0, true)
  })
}

const fine: readonly string[] = [
  'There is no note with this id.',
  'It is no longer needed.',
  'Lower-case letters, digits and hyphens.',
  'What happened?',
  'Run `what is this` in a shell.',
  '```\nWhoever\n```',
  '<!-- words: allow: quotes a standard -->\nThe standard says colour.',
]
for (const text of fine) {
  test(`accepted in a document: ${text}`, () => {
    assert.deepEqual(inPage(text), [])
  })
}

test('texts of the interface are read in dictionaries and definitions, and are at most 30 words a sentence', () => {
  assert.equal(inDictionary('Somebody changed it.').length, 1)
  assert.equal(inSource(`export const a = { title: 'Nobody reads it', pattern: 'nobody' }`).length, 1)
  assert.equal(inSource('export const a = { detail: `This is no ${kind}.` }').length, 1)
  assert.equal(inDictionary(`${'word '.repeat(31)}.`).length, 1)
  assert.deepEqual(inDictionary(`${'word '.repeat(30)}. Next.`), [])
  assert.deepEqual(inSource(`// words: allow: a name\nexport const a = { title: 'Nobody' }`), [])
})

test('tests are not read, and comments of the host may seldom contain "what"', () => {
  assert.deepEqual(inSource(`export const a = { title: 'Nobody' }`, 'plugins/notes/notes.test.ts'), [])
  const comment = (count: number): string => `/** ${'what '.repeat(count)}${'word '.repeat(1_000 - count)}*/`
  assert.deepEqual(inSource(comment(2), 'packages/host/src/a.ts'), [])
  assert.equal(inSource(comment(3), 'packages/host/src/a.ts').length, 1)
})

test('a check that saw nothing has failed', () => {
  assert.equal(problemsOf(checkWords(nothing)).length, 1)
})
