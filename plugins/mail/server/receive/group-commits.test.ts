import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginContext, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { GroupCommits } from './group-commits.ts'

const megabyte = 1_024 * 1_024

/** Transactions that record which works they have committed, in their order. */
function recorder() {
  const committed: string[][] = []
  const fail = new Set<string>()
  const started = Promise.withResolvers<void>()
  const db = {
    inWorkspace: () => ({
      async transaction(work: (tx: Queries<Tables>) => Promise<readonly string[]>) {
        const result = await work({} as Queries<Tables>)
        committed.push([...result])
        return result
      },
    }),
  } as unknown as PluginContext<Tables>['db']
  interface Named {
    readonly orgId: string
    readonly bytes: number
    readonly name: string
  }
  const groups = new GroupCommits<Named, string>({ db }, async (_tx, works) => {
    started.resolve()
    await Promise.resolve()
    const names = works.map(({ name }) => name)
    const failing = names.find((name) => fail.has(name))
    if (failing !== undefined) throw new Error(failing)
    return names
  })
  const write = (name: string, bytes = 1) => groups.run({ orgId: 'org', bytes, name })
  return { committed, fail, started, write }
}

test('works that come at once, or while a transaction runs, are committed together, in their order', async () => {
  const { committed, started, write } = recorder()
  const first = ['a', 'b'].map((name) => write(name))
  await started.promise
  const results = await Promise.all([...first, ...['c', 'd'].map((name) => write(name))])
  assert.deepEqual(results, ['a', 'b', 'c', 'd'])
  assert.deepEqual(committed, [
    ['a', 'b'],
    ['c', 'd'],
  ])
  await write('e')
  assert.deepEqual(committed.at(-1), ['e'])
})

test('one that fails takes no other with it', async () => {
  const { committed, fail, write } = recorder()
  fail.add('c')
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => write(name)))
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(committed, [['a'], ['b'], ['d']])
})

test('a transaction has at most 32 works and 4 MB, and one that is larger is alone', async () => {
  const { committed, write } = recorder()
  await Promise.all([
    ...['a', 'b', 'c'].map((name) => write(name, 2 * megabyte)),
    write('large', 25 * megabyte),
    ...Array.from({ length: 40 }, (_, at) => write(`small ${at}`)),
  ])
  assert.deepEqual(committed.slice(0, 3), [['a', 'b'], ['c'], ['large']])
  assert.deepEqual(
    committed.slice(3).map(({ length }) => length),
    [32, 8],
  )
})
