import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'node:test'
import { ExecutionContexts } from './execution-contexts.ts'

const [outer, inner] = [{ plugin: 'outer' }, { plugin: 'inner' }]

test('a request from outside has its own context, in its late work too, and leaves the one around it as it was', async () => {
  const contexts = new ExecutionContexts(['outer', 'inner'])
  const work = async (name: string): Promise<unknown> => {
    assert.equal(contexts.current(), inner)
    await turn()
    return [name, contexts.current()]
  }
  const late = contexts.run(
    outer,
    () => {
      const result = contexts.begin(inner, work, 'a')
      assert.equal(contexts.current(), outer)
      return result
    },
    undefined,
  )
  assert.equal(contexts.current(), undefined)
  assert.deepEqual(await late, ['a', inner])
  const fail = (): never => {
    throw new RangeError('lab')
  }
  assert.throws(() => contexts.begin(inner, fail, undefined), RangeError)
  assert.equal(contexts.current(), undefined)
})

test('a request from outside is in no transaction of the code that calls', () => {
  const transaction = new AsyncLocalStorage<string>()
  const contexts = new ExecutionContexts(['inner'])
  const inside = transaction.run('open', () => contexts.begin(inner, () => transaction.getStore(), undefined))
  assert.equal(inside, undefined)
})
