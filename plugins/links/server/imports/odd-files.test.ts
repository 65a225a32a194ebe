import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { createImport, linkLimits } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'
import { jsonItems } from './json-items.ts'

const url = 'https://www.example.com/'
const file = (text: string) => ({ name: 'links.json', text })

suite('a file of JSON for an import', () => {
  test('is refused for too many names before a table of all of them is made', async (context) => {
    const { host } = await openLinksLab(context)
    // A cell of each object for each name would be 400 million cells.
    const objects = Array.from({ length: linkLimits.importRows }, (_, at) => ({ [`name ${at}`]: at }))
    const uploaded = host.as('member').call(createImport, file(JSON.stringify(objects)))
    await assert.rejects(uploaded, refused('invalid_input', 'text'))
  })

  test('is read to the names in its lists, however deep it is', async (context) => {
    const { host } = await openLinksLab(context)
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const names = '{"name":'.repeat(8_000) + '"x"' + '}'.repeat(8_000)
    const text = `[{"url":"${url}","tags":[{"name":"a"},"b",3],"title":${deep},"note":${names}}]`
    const { examples } = await host.as('member').call(createImport, file(text))
    assert.deepEqual(examples, [[url, 'a|b|3', '', '']])
  })

  test('may have characters in names and values that no database takes', async (context) => {
    const { host } = await openLinksLab(context)
    const text = String.raw`[{"url":"${url}","a\u0000b":"c\u0000d","\ud800":"${'x'.repeat(199)}😀"}]`
    const { columns, examples } = await host.as('member').call(createImport, file(text))
    assert.deepEqual(columns, ['url', 'ab', '\ufffd'])
    assert.deepEqual(examples, [[url, 'cd', `${'x'.repeat(199)}\ufffd`]])
  })

  test('has the items that it has when it is parsed as a whole', () => {
    const list = fc.array(fc.jsonValue(), { maxLength: 6 })
    const others = fc.dictionary(
      fc.constantFrom('a', ']', '"', '{,'),
      fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())),
    )
    const spaces = fc.constantFrom('', ' ', '\n\t')
    fc.assert(
      fc.property(list, fc.option(others), spaces, (items, around, space) => {
        const value = around === null ? items : { ...around, links: items }
        const text = space + JSON.stringify(value, undefined, space)
        const found = [...jsonItems(text, text.length)].flatMap((item) => (item === undefined ? [] : [item.value]))
        assert.deepEqual(found, JSON.parse(JSON.stringify(items)))
      }),
    )
  })

  test('is refused unless all of it is JSON, also behind the list', async (context) => {
    const { host } = await openLinksLab(context)
    const texts = [
      '[{"url":"x"}',
      '[{"url":"x"},]',
      '[{"url":"x"}}',
      '{"links":[{"url":"x"}],}',
      '[{"url":"x"}] x',
      '[{]}]',
    ]
    for (const text of texts) {
      await assert.rejects(host.as('member').call(createImport, file(text)), refused('invalid_input', 'text'), text)
    }
  })
})
