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
  /** Those that had begun when each ended. */
  const [begun, ended]: [string[], string[][]] = [[], []]
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
  const write = (name: string, keys: readonly string[] = []) =>
    groups.run('org', {
      keys,
      order: '',
      async run() {
        await Promise.resolve()
        if (fail.has(name)) throw new Error(name)
        begun.push(name)
        await Promise.resolve()
        running.push(name)
        ended.push([...begun])
        return name
      },
    })
  return { committed, ended, fail, write }
}

test('works that come while a transaction runs are committed together, in their order', async () => {
  const { committed, write } = recorder()
  const results = await Promise.all(['a', 'b', 'c', 'd'].map((name) => write(name)))
  assert.deepEqual(results, ['a', 'b', 'c', 'd'])
  assert.deepEqual(committed, [['a'], ['b', 'c', 'd']])
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

test('works of a group run at once, and those that share a key one after the other', async () => {
  const { ended, write } = recorder()
  await Promise.all([write('a'), write('b', ['x']), write('c', ['x', 'y']), write('d'), write('e', ['y'])])
  assert.deepEqual(ended[1], ['a', 'b', 'd'])
  const begunBefore = (name: string) => ended.find((each) => each.includes(name))
  assert.deepEqual(begunBefore('c'), ['a', 'b', 'd', 'c'])
  assert.deepEqual(begunBefore('e'), ['a', 'b', 'd', 'c', 'e'])
})
