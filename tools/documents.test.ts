import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
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
