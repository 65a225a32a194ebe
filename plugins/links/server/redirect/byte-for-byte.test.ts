import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { createLink } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

suite('a target', () => {
  test('arrives byte for byte, for 300 targets of every kind of characters', async (context) => {
    const { host, visit } = await openLinksLab(context, { HOST_RATE_API: '0', HOST_RATE_REDIRECT: '0' })
    const member = host.as('member')
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !hasUnsafe(text))
    const links = fc.record({ path: part, query: part, fragment: part })
    const followed = new Set<string>()
    for (const { path, query, fragment } of fc.sample(links, { numRuns: 300, seed: 7 })) {
      const url = `https://www.example.com/${path}?${query}#${fragment}`
      const { shortUrl } = await member.call(createLink, { url })
      const { location = '' } = await visit(shortUrl)
      assert.equal(Buffer.from(location, 'latin1').toString('utf8'), url)
      followed.add(shortUrl)
    }
    assert.equal(followed.size, 300)
  })
})

/** Characters that no target may have. */
function hasUnsafe(text: string): boolean {
  return /[\u0000-\u0020\u007f-\u009f\u2028\u2029\ud800-\udfff]/u.test(text)
}
