import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './driver.ts'
import type { Database } from './database.ts'
import { JoiningTransactor } from './joining-transactor.ts'
import { everyDatabase } from '../../testing/database/test-databases.ts'

const read = { sql: 'select n from t order by n', parameters: [], writes: false }
const insert = (n: number) => ({ sql: `insert into t values (${n})`, parameters: [], writes: true })

async function numbers(connection: Connection): Promise<readonly unknown[]> {
  return (await connection.run(read)).rows.map(({ n }) => n)
}

for (const product of everyDatabase) {
  const on = (name: string, work: (database: Database) => Promise<void>): void => {
    void test(`${product.name}: ${name}`, async () => {
      await using fresh = await product.create()
      const database = await fresh.open()
      await database.run({ sql: 'create table t (n bigint primary key)', parameters: [], writes: true })
      await work(database)
    })
  }

  on('a transaction commits what it did, and nobody sees it before', async (database) => {
    const isWritten = Promise.withResolvers<void>()
    const seenOutside = isWritten.promise.then(() => numbers(database))
    const result = await database.transaction(async (connection) => {
      await connection.run(insert(1))
      assert.deepEqual(await numbers(connection), [1])
      isWritten.resolve()
      assert.deepEqual(await seenOutside, [])
      return 'done'
    })
    assert.equal(result, 'done')
    assert.deepEqual(await numbers(database), [1])
  })

  on('what a transaction throws rolls it back and is thrown on', async (database) => {
    const error = new Error('no')
    await assert.rejects(
      database.transaction(async (connection) => {
        await connection.run(insert(1))
        throw error
      }),
      error,
    )
    assert.deepEqual(await numbers(database), [])
  })

  on('what follows a commit runs after it, once, and never after a rollback', async (database) => {
    const seen: unknown[] = []
    const look = (name: string) => () => void seen.push(name)
    database.afterCommit(look('outside'))
    assert.deepEqual(seen, ['outside'])
    await database.transaction(async (connection) => {
      database.afterCommit(look('first'))
      await connection.run(insert(1))
      new JoiningTransactor(database).afterCommit(look('joined'))
      assert.deepEqual(seen, ['outside'])
    })
    assert.deepEqual(seen, ['outside', 'first', 'joined'])
    await assert.rejects(
      database.transaction(async (connection) => {
        database.afterCommit(look('undone'))
        await connection.run(insert(1))
      }),
    )
    await database.transaction(async () => undefined)
    assert.deepEqual(seen, ['outside', 'first', 'joined'])
  })

  on('what follows a commit and throws undoes nothing', async (database) => {
    const thrown = Promise.withResolvers<unknown>()
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.once('uncaughtException', thrown.resolve)
    await database.transaction(async (connection) => {
      await connection.run(insert(1))
      database.afterCommit(() => {
        throw new Error('late')
      })
    })
    assert.equal(((await thrown.promise) as Error).message, 'late')
    for (const other of others) process.on('uncaughtException', other)
    assert.deepEqual(await numbers(database), [1])
  })

  on('the database used inside its transaction fails at once, and only there', async (database) => {
    await database.transaction(async (connection) => {
      const inside = { code: 'outside_transaction' }
      await assert.rejects(database.run(read), inside)
      await assert.rejects(database.run(insert(1)), inside)
      await assert.rejects(database.batch([insert(1)]), inside)
      await assert.rejects(
        database.transaction(async () => {}),
        inside,
      )
      await Promise.all([1, 2].map(async (n) => await connection.run(insert(n))))
    })
    assert.deepEqual(await numbers(database), [1, 2])
  })

  on(
    'work that a transaction left running may use the database after its end, but not the transaction',
    async (database) => {
      const over = Promise.withResolvers<void>()
      let left: Promise<void> | undefined
      let kept: Connection | undefined
      await database.transaction(async (connection) => {
        kept = connection
        left = over.promise.then(async () => void (await database.run(insert(7))))
      })
      over.resolve()
      await left
      assert.deepEqual(await numbers(database), [7])
      await assert.rejects(kept!.run(insert(8)), { code: 'transaction_over' })
    },
  )

  on('a query that nobody awaits is finished before the commit', async (database) => {
    await database.transaction(async (connection) => {
      void connection.run(insert(1))
    })
    assert.deepEqual(await numbers(database), [1])
  })

  on('a query that fails while its transaction waits for another one undoes the transaction', async (database) => {
    const slow =
      'with recursive c(n) as (select 1 union all select n + 1 from c where n < 300000) select max(n) as n from c'
    const late = Promise.withResolvers<void>()
    const transaction = database.transaction(async (connection) => {
      await connection.run(insert(1))
      void connection.run({ sql: slow, parameters: [], writes: false })
      setImmediate(() => late.resolve(connection.run(insert(1)).then(() => undefined)))
    })
    await Promise.all([assert.rejects(transaction), assert.rejects(late.promise)])
    assert.deepEqual(await numbers(database), [])
  })

  on('a transaction that takes too long is rolled back and gives way', async (database) => {
    const late = database.transaction(
      async (connection) => {
        await connection.run(insert(1))
        // A real wait: the database counts the time of a transaction.
        await sleep(300)
        await assert.rejects(connection.run(insert(2)), { code: 'transaction_timeout' })
      },
      { limit: 50 },
    )
    const next = database.transaction(async (connection) => void (await connection.run(insert(3))))
    await assert.rejects(late, { code: 'transaction_timeout' })
    await next
    assert.deepEqual(await numbers(database), [3])
  })

  on('statements of two workspaces share no transaction and no batch, and the host joins either', async (database) => {
    const of = (tenant: string) => ({ ...read, tenant })
    const mixed = { code: 'query_refused', message: /open a transaction for its workspace/ }
    await assert.rejects(database.batch([of('org_a'), read, of('org_b')]), mixed)
    await database.batch([of('org_a'), read, of('org_a')])
    for (const [tenant, other] of [
      ['org_a', 'org_b'],
      [undefined, 'org_a'],
    ] as const) {
      await database.transaction(
        async (connection) => {
          await assert.rejects(connection.run(of(other)), mixed)
          await connection.run(read)
          if (tenant !== undefined) await connection.run(of(tenant))
        },
        { tenant },
      )
    }
  })

  on('a slow transaction blocks no reader', async (database) => {
    await database.run(insert(1))
    const entered = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    const slow = database.transaction(async (connection) => {
      await connection.run(insert(2))
      entered.resolve()
      await leave.promise
    })
    await entered.promise
    assert.deepEqual(await numbers(database), [1])
    leave.resolve()
    await slow
  })

  on('a batch is all or nothing, beside batches that are fine', async (database) => {
    await database.run(insert(1))
    const results = await Promise.allSettled([
      database.batch([insert(2), insert(3)]),
      database.batch([insert(4), insert(1)]),
      database.run(insert(1)),
      database.batch([insert(5), insert(6)]),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await numbers(database), [1, 2, 3, 5, 6])
  })

  on('many writers at once each get their answer', async (database) => {
    await Promise.all(Array.from({ length: 500 }, (_, n) => database.run(insert(n))))
    assert.equal((await numbers(database)).length, 500)
  })

  on('a closed database says so', async (database) => {
    await database.close()
    await assert.rejects(database.run(read))
    await assert.rejects(database.run(insert(1)))
    await database.close()
  })

  on('an error of SQL is thrown as one, and leaves the database usable', async (database) => {
    await assert.rejects(database.run({ sql: 'select nothing from nowhere', parameters: [], writes: false }), Error)
    await assert.rejects(database.run({ sql: 'insert into nowhere values (1)', parameters: [], writes: true }), Error)
    await database.run(insert(1))
    assert.deepEqual(await numbers(database), [1])
  })
}
