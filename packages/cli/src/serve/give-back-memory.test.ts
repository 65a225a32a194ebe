import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { giveBackMemory } from './give-back-memory.ts'

test('garbage of the start is collected without a request, and no code gets access to the collector', async () => {
  const left = leaveBehind()
  giveBackMemory()
  for (let looks = 0; left.deref() !== undefined; looks += 1) {
    assert.ok(looks < 300, 'nothing was collected')
    await pause(50)
  }
  assert.equal('gc' in globalThis, false)
})

/** Something that has become old, which only a whole collection takes. */
function leaveBehind(): WeakRef<object> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void
  setFlagsFromString('--no-expose-gc')
  const left = { since: 'the start' }
  for (let turn = 0; turn < 4; turn += 1) collect({ type: 'minor' })
  return new WeakRef(left)
}
