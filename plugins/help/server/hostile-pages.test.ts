import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { excerptOf, excerptText } from './excerpt.ts'
import { isTooDeeplyNested } from './is-too-deeply-nested.ts'
import { deepest, parsePage } from './parse-page.ts'
import { plainText } from './plain-text.ts'
import { renderPage } from './render-page.ts'
import { searchText } from './search-text.ts'
import { searchWords } from './search-words.ts'
import { assertHarmless } from './testing/assert-harmless.ts'
import { hostilePages, stays } from './testing/hostile-pages.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const render = (body: string, language: 'en' | 'zh' = 'en') => renderPage(parsePage(body), 'Title', language)

test('the corpus has at least a hundred pages, of every kind', () => {
  assert.ok(hostilePages.length >= 200, `${hostilePages.length}`)
  assert.equal(new Set(hostilePages.map(({ body }) => body)).size, hostilePages.length)
})

/**
 * In milliseconds; the costliest page takes an eighth of it. Measured as processor time, since wall time on a busy
 * machine is meaningless.
 */
const mostTime = 2_000

test('§A48 no page takes much processor time, whatever it contains', () => {
  render('# Warm')
  for (const { name, body } of hostilePages) {
    const before = process.cpuUsage()
    render(body)
    const { user, system } = process.cpuUsage(before)
    assert.ok((user + system) / 1000 < mostTime, `${name} took ${(user + system) / 1000} ms`)
  }
})

for (const { name, body } of hostilePages) {
  test(`§A47 §A48 nothing of it is more than text to a browser, and its text stays: ${name}`, () => {
    const { article, headings } = render(body)
    const output = article.toString()
    const { text, depth } = assertHarmless(output)
    assert.ok(text.includes(stays), text.slice(-200))
    assert.ok(depth <= 2 * deepest + 8, `${depth} levels`)
    assert.ok(output.length <= 40 * body.length + 100_000, `${output.length} characters of ${body.length}`)
    assert.ok(headings.length <= 100)
  })
}

test('§A48 a search reads hostile pages as people do', () => {
  const wanted = searchWords('lighthouse')
  for (const { name, body } of hostilePages) {
    const found = searchText({ title: 'Title', body })
    assert.equal(found.shown.length, found.text.length, name)
    assert.ok(found.text.includes('lighthouse'), name)
    assert.ok(excerptText(excerptOf(found, wanted)).length < 250, name)
  }
})

test('§A48 parsed pages have few marks in a block, few lines and few levels', () => {
  for (const { name, body } of hostilePages) {
    const root = parsePage(body)
    const isSource = root.children.length === 1 && root.children[0]?.type === 'code'
    if (isTooDeeplyNested(body)) assert.ok(isSource && plainText(root) === body, name)
  }
  const marks = (count: number) => `${'*a '.repeat(count)}\n\n${'*a '.repeat(count)}`
  assert.deepEqual([isTooDeeplyNested(marks(1500)), isTooDeeplyNested(marks(1501))], [false, true])
  assert.deepEqual([isTooDeeplyNested('\n'.repeat(1499)), isTooDeeplyNested('\n'.repeat(1500))], [false, true])
  for (const mark of ['> ', '>', '- ', '1. ', ' * ']) {
    assert.deepEqual([isTooDeeplyNested(mark.repeat(19)), isTooDeeplyNested(mark.repeat(22))], [false, true], mark)
  }
  const stairs = (steps: number) =>
    Array.from({ length: steps }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')
  assert.deepEqual([isTooDeeplyNested(stairs(19)), isTooDeeplyNested(stairs(20))], [false, true])
  const middleware = (count: number) => `${'<Aside>\n'.repeat(count)}text\n${'</Aside>\n'.repeat(count)}`
  assert.equal(parsePage(middleware(40)).children[0]?.type, 'mdxJsxFlowElement')
  assert.equal(parsePage(middleware(60)).children[0]?.type, 'code')
})

test('§A47 for any page, a browser finds only rendered elements, in both languages', () => {
  const piece = fc.constantFrom(...hostilePages.filter(({ body }) => body.length < 200).map(({ body }) => body))
  const glue = fc.constantFrom(
    '',
    '\n',
    '\n\n',
    '> ',
    '- ',
    '  ',
    '<Aside>\n',
    '\n</Aside>\n',
    '`',
    '**',
    '[',
    '](',
    '|',
  )
  const cut = fc
    .tuple(piece, fc.nat(200), fc.nat(200))
    .map(([body, from, length]) => body.slice(from % body.length, length))
  const page = fc.array(fc.oneof(piece, cut, glue, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 12 })
  fc.assert(
    fc.property(page, fc.constantFrom('en' as const, 'zh' as const), (parts, language) => {
      assertHarmless(render(parts.join('').toWellFormed(), language).article.toString())
    }),
    { numRuns: isSoak ? 50_000 : 600 },
  )
})
