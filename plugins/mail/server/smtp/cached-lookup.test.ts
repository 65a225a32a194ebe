import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LookupAnswer } from '@host/email'
import { cachedLookup } from './cached-lookup.ts'

const { signal } = new AbortController()

test('an answer is kept for a minute, by name and type; a failure and a long answer are not', async () => {
  let now = 0
  const asked: string[] = []
  const answers: Record<string, LookupAnswer> = {
    'short.example': { kind: 'records', records: ['v=spf1 -all'] },
    'long.example': { kind: 'records', records: ['x'.repeat(5_000)] },
    'none.example': { kind: 'no-name' },
  }
  const lookup = cachedLookup(
    async (name, type) => {
      asked.push(`${type} ${name}`)
      return await Promise.resolve(answers[name] ?? Promise.reject(new Error('silent')))
    },
    () => now,
  )
  for (const name of ['short.example', 'short.example', 'none.example', 'none.example', 'long.example']) {
    assert.equal(await lookup(name, 'TXT', { signal }), answers[name])
  }
  await lookup('short.example', 'A', { signal })
  await lookup('long.example', 'TXT', { signal })
  for (let tries = 0; tries < 2; tries += 1) await assert.rejects(lookup('silent.example', 'TXT', { signal }))
  const names = ['short.example', 'none.example', 'long.example'].map((name) => `TXT ${name}`)
  const expected = [...names, 'A short.example', 'TXT long.example', 'TXT silent.example', 'TXT silent.example']
  assert.deepEqual(asked, expected)
  now += 60_000
  await lookup('short.example', 'TXT', { signal })
  assert.equal(asked.length, expected.length + 1)
})
