import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findEntries } from './find-entries.ts'
import { matchTerm, searchTerms } from './match-text.ts'
import type { PaletteEntry, PaletteSection } from './palette-entry.ts'

function entry(label: string, section: PaletteSection = 'pages', detail?: string): PaletteEntry {
  return { id: `${section} ${label}`, section, label, detail, icon: 'box', run: () => undefined }
}

const pages = ['Overview', 'Members', 'Features', 'Audit log', 'Workspace settings'].map((label) => entry(label))
const labels = (entries: readonly PaletteEntry[], query: string): readonly string[] =>
  findEntries(entries, query).flatMap(({ found }) => found.map((one) => one.entry.label))

test('nothing typed lists everything in its order', () => {
  expect(labels(pages, '  ')).toEqual(['Overview', 'Members', 'Features', 'Audit log', 'Workspace settings'])
})

test.each([
  ['mem', ['Members']],
  ['MEM', ['Members']],
  ['log', ['Audit log']],
  ['aulo', ['Audit log']],
  ['set work', ['Workspace settings']],
  ['ｍｅｍ', ['Members']],
  ['zzz', []],
  ['e', ['Features', 'Members', 'Overview', 'Workspace settings']],
])('"%s" finds %j', (query, found) => {
  expect(labels(pages, query).toSorted()).toEqual(found.toSorted())
})

test.each([
  ['成员', ['成员', '添加成员']],
  ['工区', ['工作区设置']],
  ['设置', ['工作区设置']],
  ['审计', ['审计日志']],
])('Chinese "%s" finds %j', (query, found) => {
  const chinese = ['成员', '添加成员', '工作区设置', '审计日志'].map((label) => entry(label))
  expect(labels(chinese, query)).toEqual(found)
})

test('prefix matches come before inner ones, and the best section comes first', () => {
  const entries = [entry('Remember me', 'actions'), entry('Members'), entry('Add member', 'commands')]
  expect(labels(entries, 'mem')).toEqual(['Members', 'Add member', 'Remember me'])
})

test('records are taken at the word of the server, and stand last', () => {
  const entries = [entry('Invoice 7', 'records', 'paid by Ada'), entry('Adapters')]
  expect(labels(entries, 'ada')).toEqual(['Adapters', 'Invoice 7'])
  expect(labels(entries, 'xyz')).toEqual(['Invoice 7'])
  expect(labels([entry('Invoicing', 'help'), ...entries], 'ada')).toEqual(['Adapters', 'Invoice 7', 'Invoicing'])
})

test('recent entries are listed only without a query', () => {
  const entries = [entry('Members', 'recent'), entry('Members')]
  expect(labels(entries, '')).toHaveLength(2)
  expect(labels(entries, 'mem')).toHaveLength(1)
})

test('the marks say why', () => {
  expect([...(matchTerm('Audit log', 'log')?.marks ?? [])]).toEqual([6, 7, 8])
  expect([...(matchTerm('Audit log', 'aulo')?.marks ?? [])]).toEqual([0, 1, 6, 7])
  expect(matchTerm('Café', 'cafe')?.marks.size).toBe(4)
})

describe('for any text', () => {
  const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 10_000 : 200 }
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })

  test('a part of it finds it, and every mark is a place in it', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        const characters = [...whole]
        const start = from % (characters.length + 1)
        const part = characters.slice(start, start + 1 + (length % 5)).join('')
        for (const term of searchTerms(part)) {
          const match = matchTerm(whole, term)
          expect(match).toBeDefined()
          for (const mark of match?.marks ?? []) expect(mark).toBeLessThan(characters.length)
        }
      }),
      runs,
    )
  })

  test('no query throws, and every result was an entry', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (names, query) => {
        const entries = names.map((name) => entry(name))
        for (const { found } of findEntries(entries, query)) {
          for (const one of found) expect(entries).toContain(one.entry)
        }
      }),
      runs,
    )
  })
})
