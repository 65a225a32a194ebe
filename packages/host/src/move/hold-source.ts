import type { Connection } from '../database/driver.ts'
import { readLiveNodes } from '../database/nodes/live-nodes.ts'
import type { InstanceLock } from './lock-instance.ts'
import { MoveError } from './move-error.ts'
import type { MoveTarget } from './sides/move-side.ts'
import { openTarget } from './sides/open-side.ts'

/** A source from before its first row is read until its mark. */
export interface HeldSource extends AsyncDisposable {
  /**
   * Marks the source, in a transaction that proves that the lock was never lost, no host runs and, on SQLite, that
   * nothing was written since.
   * @throws MoveError | Error without a mark
   */
  mark(statements: readonly string[]): Promise<void>
}

/** Holds a locked source. */
export async function holdSource(url: string, lock: InstanceLock): Promise<HeldSource> {
  await using opened = new AsyncDisposableStack()
  const side = lock.side ?? opened.use(await openTarget(url))
  const version = await dataVersion(side)
  const held = opened.move()
  return {
    mark: async (statements) => {
      await requireLock(side)
      await side.runAll(statements, async () => {
        if ((await dataVersion(side)) !== version) throw changed('The source was changed during the move.')
        const nodes = await readLiveNodes(connectionOf(side), side.dialect)
        if (nodes.length > 0) throw changed('A host is running on the source.')
      })
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** An advisory lock lives as long as its connection. @throws MoveError */
async function requireLock(side: MoveTarget): Promise<void> {
  try {
    await side.run('select 1')
  } catch (cause) {
    throw new MoveError('The connection that had the lock of the source was lost. Empty the target, then move again.', {
      cause,
    })
  }
}

function changed(problem: string): MoveError {
  return new MoveError(`${problem} Stop whatever uses it, empty the target, then move again.`)
}

/** A number that changes with each commit of another connection; on PostgreSQL always undefined. */
async function dataVersion(side: MoveTarget): Promise<unknown> {
  if (side.dialect === 'postgres') return undefined
  return (await side.run('pragma data_version'))[0]?.['data_version']
}

function connectionOf(side: MoveTarget): Connection {
  return {
    run: async ({ sql }) => {
      const rows = await side.run(sql)
      return { rows, changes: rows.length }
    },
  }
}
