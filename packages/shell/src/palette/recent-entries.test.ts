import { beforeEach, expect, test } from 'vitest'
import { forgetRecent, readRecent, rememberEntry } from './recent-entries.ts'

const home = { userId: 'usr_1', workspaceId: 'wsp_1' }
const entry = (name: string) => ({ id: `page /admin/${name}`, label: name, icon: 'box', href: `/admin/${name}` })

beforeEach(() => localStorage.clear())

test('recent entries come first, once, and only the last five are kept', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) rememberEntry(home, entry(name))
  expect(readRecent(home).map(({ label }) => label)).toEqual(['b', 'f', 'e', 'd', 'c'])
})

test('another workspace and another person have their own', () => {
  rememberEntry(home, entry('a'))
  expect(readRecent({ ...home, workspaceId: 'wsp_2' })).toEqual([])
  expect(readRecent({ ...home, userId: 'usr_2' })).toEqual([])
})

test('signing out leaves nothing of that person behind', () => {
  rememberEntry(home, entry('a'))
  rememberEntry({ ...home, workspaceId: 'wsp_2' }, entry('b'))
  rememberEntry({ ...home, userId: 'usr_10' }, entry('c'))
  forgetRecent('usr_1')
  expect(readRecent(home)).toEqual([])
  expect(readRecent({ ...home, workspaceId: 'wsp_2' })).toEqual([])
  expect(readRecent({ ...home, userId: 'usr_10' })).toHaveLength(1)
})

test.each([
  ['no JSON', '{'],
  ['no list', '{"id":"a"}'],
  ['an address elsewhere', JSON.stringify([{ ...entry('a'), href: '//evil.example/a' }])],
  ['an address that is a script', JSON.stringify([{ ...entry('a'), href: 'javascript:alert(1)' }])],
  ['a label that is no text', JSON.stringify([{ ...entry('a'), label: { toString: 1 } }])],
  ['a label without end', JSON.stringify([{ ...entry('a'), label: 'a'.repeat(10_000) }])],
  ['nothing', JSON.stringify([null])],
])('%s in the browser is taken for nothing', (_, kept) => {
  localStorage.setItem('host.recent.usr_1.wsp_1', kept)
  expect(readRecent(home)).toEqual([])
})
