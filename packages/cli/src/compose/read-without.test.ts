import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BuildFailure } from '@host/inspect'
import { openCheckout } from '../build/checkout.ts'
import { readWithout } from './read-without.ts'

const { root } = openCheckout()

function refusals(text: string): readonly string[] {
  try {
    readWithout(text, root)
  } catch (error) {
    assert.ok(error instanceof BuildFailure)
    return error.problems
  }
  return []
}

test('names are read with spaces and in any order, and none is left out without the variable', () => {
  assert.deepEqual(readWithout(' products, links,', root), ['links', 'products'])
  assert.deepEqual([readWithout(undefined, root), readWithout('', root)], [[], []])
})

test('an unknown name, a plugin of the pages, and a core one are refused by name, all at once', () => {
  const [unknown, paged, core] = refusals('linkz,account,links,sso')
  assert.match(unknown ?? '', /^HOST_WITHOUT names "linkz", which the host does not have: use names of account, /)
  assert.match(paged ?? '', /^HOST_WITHOUT names "account", whose endpoints the pages of the host call/)
  assert.match(core ?? '', /^HOST_WITHOUT names "sso", which is core, so that no workspace can be without it/)
})
