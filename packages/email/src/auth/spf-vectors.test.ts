/** The test suite of RFC 7208, release 2014.04. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSpf } from './check-spf.ts'
import { GuardedLookup } from './guarded-lookup.ts'
import { spfVectors } from './testing/spf-vectors.ts'

/** Hexadecimal digits of an address are in lower case; the suite has them in upper case, and names have no case. */
const otherCase = 'Macro expansion rules: v-macro-ip6'

const vectors = spfVectors()

test(`${vectors.length} cases of the suite of RFC 7208 have its results`, async () => {
  const wrong: string[] = []
  for (const { name, helo, host, mailFrom, results, lookup } of vectors) {
    const { result } = await checkSpf(
      { peer: host, helo, mailFrom, hostname: 'mx.example.org' },
      new GuardedLookup(lookup),
    )
    if (!results.includes(result)) wrong.push(`${name}: ${result}, not ${results.join(' or ')}`)
  }
  assert.equal(vectors.length, 203)
  assert.deepEqual(wrong, [])
})

test('explanations are those of the suite', async () => {
  const wrong: string[] = []
  for (const { name, helo, host, mailFrom, explanation, lookup } of vectors) {
    if (explanation === undefined || name === otherCase) continue
    const found = await checkSpf({ peer: host, helo, mailFrom, hostname: 'mx.example.org' }, new GuardedLookup(lookup))
    const expected = explanation === 'DEFAULT' ? undefined : explanation
    if (found.explanation !== expected) wrong.push(`${name}: ${found.explanation}, not ${expected}`)
  }
  assert.deepEqual(wrong, [])
})
