import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { glossary } from './glossary.ts'
import { readSources, root } from './source-files.ts'

const documents = readSources((path) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path))

/** The headings of a document as links name them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((each) =>
      each
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test('the glossary of the documents and that of the check have the same Chinese words', () => {
  const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const chinese = text.slice(text.indexOf('## Chinese'))
  const rows = [...chinese.matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(2)
  assert.ok(rows.length > 10)
  for (const { english, chinese: word } of glossary) assert.ok(chinese.includes(word), `${english.source}: ${word}`)
  for (const [, english = '', word = ''] of rows) {
    const known = glossary.filter((term) => english.split(/[:,] */).some((each) => term.english.test(each)))
    assert.ok(known.length > 0, `tools/glossary.ts does not know "${english}"`)
    for (const term of known) assert.ok(word.includes(term.chinese), english)
  }
})

test('every link between the documents leads to a file that is there, and to a heading that it has', () => {
  const dead = documents.flatMap(({ path, text }) => {
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
    return [...prose.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, file = '', anchor]) => {
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(root, target))) return [`${path}: ${link}`]
      if (anchor === undefined || !target.endsWith('.md')) return []
      return anchorsOf(readFileSync(join(root, target), 'utf8')).has(anchor) ? [] : [`${path}: ${link}`]
    })
  })
  assert.ok(documents.length > 30)
  assert.deepEqual(dead, [])
})

describe('decision records', () => {
  const folder = 'docs/decisions/'
  const records = documents.flatMap(({ path }) =>
    /^docs\/decisions\/\d{4}-/.test(path) ? [path.slice(folder.length)] : [],
  )
  const introduction = readFileSync(join(root, folder, 'README.md'), 'utf8')

  test('every number has one record, or is named as a number without one', () => {
    const [, unused = ''] =
      /^Numbers without a record[^:]*: ([\d,\s]+)\./m.exec(introduction.replaceAll(/\. /g, '.\n')) ?? []
    const numbers = [...records.map((name) => name.slice(0, 4)), ...unused.split(/,\s*/)].map(Number)
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      Array.from(numbers, (_, index) => index + 1),
    )
  })

  test('the introduction lists every record once, in order', () => {
    const rows = [...introduction.matchAll(/^\| \[(\d{4})\]\((.+?)\) \|/gm)]
    assert.deepEqual(
      rows.map(([, , name]) => name),
      records,
    )
    assert.ok(rows.every(([, number = '', name = '']) => name.startsWith(`${number}-`)))
  })

  test('every record has the number of its file in its heading', () => {
    for (const { path, text } of documents.filter(({ path: each }) => records.includes(each.slice(folder.length)))) {
      assert.match(text, new RegExp(`^# ${Number(path.slice(folder.length, folder.length + 4))}\\. `), path)
    }
  })
})
