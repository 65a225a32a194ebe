import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginContext, Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { GroupCommits } from './group-commits.ts'

/** Transactions that record which works they have committed, in their order. */
function recorder() {
  const committed: string[][] = []
  const fail = new Set<string>()
  let running: string[] = []
  const db = {
    inWorkspace: () => ({
      async transaction(work: (tx: Queries<Tables>) => Promise<unknown>) {
        running = []
        const result = await work({} as Queries<Tables>)
        committed.push(running)
        return result
      },
    }),
  } as unknown as PluginContext<Tables>['db']
  const groups = new GroupCommits({ db })
  const write = (name: string) =>
    groups.run('org', async () => {
      if (fail.has(name)) throw new Error(name)
      running.push(name)
      return await Promise.resolve(name)
    })
  return { committed, fail, write }
}

test('works that come while a transaction runs are committed together, in their order', async () => {
  const { committed, write } = recorder()
  const results = await Promise.all(['a', 'b', 'c', 'd'].map(write))
  assert.deepEqual(results, ['a', 'b', 'c', 'd'])
  assert.deepEqual(committed, [['a'], ['b', 'c', 'd']])
  await write('e')
  assert.deepEqual(committed.at(-1), ['e'])
})

test('one that fails takes no other with it', async () => {
  const { committed, fail, write } = recorder()
  fail.add('c')
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map(write))
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(committed, [['a'], ['b'], ['d']])
})
