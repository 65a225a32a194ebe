import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTokenText } from '../../../packages/host/src/identity/api-tokens/token-text.ts'
import { startSpecHost } from '../lab/spec-host.ts'

interface Minted {
  readonly token: string
}

test('§I42 a network that sends bad tokens shuts no valid token out, and look-ups of unknown ones are bounded', async () => {
  await using host = await startSpecHost()
  const { ada } = await host.people()
  const mint = async () => (await ada.post<Minted>('/api/tokens', { name: 'One', scopes: ['account.read'] })).body.token
  const [first, second, third] = [await mint(), await mint(), await mint()]
  const visitor = host.visitor()
  const read = async (token: string) => (await visitor.get('/api/auth/me', { authorization: `Bearer ${token}` })).status
  for (let guess = 0; guess < 31; guess += 1) await read(`host_guess${guess}`)
  assert.equal(await read('host_guess'), 429)
  assert.equal(await read(first), 200, 'not in memory, after malformed ones')
  for (let guess = 0; guess < 31; guess += 1) assert.equal(await read(newTokenText()), 401)
  assert.equal(await read(second), 200, 'not in memory, after unknown ones')
  const statuses: number[] = []
  for (let guess = 31; guess < 305; guess += 1) {
    statuses.push(await read(newTokenText()))
    // A process that stood still forgets its tokens; this one is to be in memory when the look-ups end.
    await read(first)
  }
  assert.deepEqual(
    [statuses.indexOf(429), statuses.lastIndexOf(401)],
    [300 - 31, 300 - 31 - 1],
    '300 unknown ones a minute',
  )
  assert.equal(await read(first), 200, 'in memory')
  assert.equal(await read(third), 429, 'look-ups of the network are bounded')
})
