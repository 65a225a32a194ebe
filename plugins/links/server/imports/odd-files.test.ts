import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createImport, linkLimits } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

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
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const names = '{"name":'.repeat(10_000) + '"x"' + '}'.repeat(10_000)
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
})
