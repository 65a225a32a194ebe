import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HelpPage } from '@host/plugin/platform'
import { excerptText } from './excerpt.ts'
import { PageSearch } from './search-pages.ts'
import { searchWords } from './search-words.ts'

const page = (slug: string, en: readonly [string, string], zh?: readonly [string, string]): HelpPage => ({
  slug,
  plugin: 'garden',
  category: 'start',
  order: 0,
  texts: {
    en: { title: en[0], body: en[1] },
    ...(zh !== undefined && { zh: { title: zh[0], body: zh[1] } }),
  },
})

const log = 'Entries are kept for a year. Each entry says who did what.'
const pages = [
  page(
    'retention',
    ['How long things are kept', 'Whoever runs the instance decides. The audit log keeps its own time.'],
    ['保留期限', '审计日志中的条目可以按工作区保留，导出后仍可查看。'],
  ),
  page('audit-log', ['Audit log', `# Audit log\n\n${log}\n\n## Exporting\n\nAs CSV.`], ['审计日志', '导出为 CSV。']),
  page('dialogue', ['A dialogue', 'An auditorium for dialogues. Export it.'], ['对话', '在礼堂中对话。']),
  page('colours', ['Colours', '## The audit log\n\nIs grey.']),
]
const search = new PageSearch()
const slugs = async (query: string, language: 'en' | 'zh' = 'en') =>
  (await search.find({ pages, query, language })).map(({ page: found }) => found.slug)

test('§A52 titles weigh more than headings, headings more than the text, and whole words more than parts', async () => {
  assert.deepEqual(await slugs('audit log'), ['audit-log', 'colours', 'retention', 'dialogue'])
  assert.deepEqual(await slugs('export'), ['audit-log', 'dialogue'])
})

test('§A52 Chinese words are found without spaces between them', async () => {
  assert.deepEqual(await slugs('导出审计日志', 'zh'), ['audit-log', 'retention'])
  assert.deepEqual(await slugs('审计日志的保留', 'zh'), ['retention'])
  assert.deepEqual(await slugs('CSV导出', 'zh'), ['audit-log'])
  assert.deepEqual(await slugs('ＣＳＶ', 'zh'), ['audit-log'])
  assert.deepEqual(await slugs('飞船', 'zh'), [])
})

test('§A52 a question finds its subject, and a question of stop words those words', async () => {
  assert.deepEqual(await slugs('How do I export it?'), await slugs('export'))
  assert.deepEqual(await slugs('what is the audit log for'), await slugs('audit log'))
  assert.deepEqual(await slugs('What is the “audit log” for?!'), await slugs('audit log'))
  assert.deepEqual(await slugs('（审计日志） ？'), await slugs('审计日志'))
  assert.deepEqual(searchWords('?! -- a.b *').words, ['a.b'])
  assert.deepEqual(searchWords('?! --').words, ['?!', '--'])
  assert.deepEqual(searchWords('How is it').words, ['how', 'is', 'it'])
})

test('§A52 the place that was found is the reader’s where it can be, and its words are marked', async () => {
  const [own] = await search.find({ pages, query: '保留', language: 'zh' })
  assert.equal(own?.language, 'zh')
  assert.deepEqual(
    own?.excerpt.filter(({ isFound }) => isFound).map(({ text }) => text),
    ['保留'],
  )
  const [other] = await search.find({ pages, query: 'GREY', language: 'zh' })
  assert.equal(other?.language, 'en')
  assert.equal(excerptText(other?.excerpt ?? []), 'The audit log Is grey.')
  const long = page('long', ['Long', `${'before '.repeat(50)}needle ${'after '.repeat(50)}`])
  assert.match(
    excerptText((await search.find({ pages: [long], query: 'needle', language: 'en' }))[0]?.excerpt ?? []),
    /^…(?:before )+needle (?:after ?)+…$/,
  )
})

test('§A52 for any query and text, marked parts match, and the excerpt is from the text', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab İŁé审计日志ﬁＡ\u{1F600}.*#'), maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(text, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat(20), async (body, noise, at) => {
      const query = `${body.slice(at, at + 5)} ${noise}`
      const any = [page('any', ['Any', body])]
      for (const { excerpt } of await new PageSearch().find({ pages: any, query, language: 'zh' })) {
        const { words } = searchWords(query)
        assert.ok(excerptText(excerpt).length <= 260)
        for (const { text: found, isFound } of excerpt) {
          if (isFound) assert.ok(words.includes(searchWords(found).phrase), `${found} of ${words.join(' ')}`)
        }
      }
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 20_000 : 300 },
  )
})

test('the first search reads one text a turn, so that requests run in between, and the next reads none', async () => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const fresh = new PageSearch()
  await fresh.find({ pages, query: 'audit log', language: 'en' })
  assert.ok(turns >= pages.length, `${turns} turns`)
  const before = turns
  const again = await fresh.find({ pages, query: 'audit log', language: 'en' })
  isOver = true
  assert.equal(turns, before)
  assert.deepEqual(
    again.map(({ page: one }) => one.slug),
    await slugs('audit log'),
  )
})
