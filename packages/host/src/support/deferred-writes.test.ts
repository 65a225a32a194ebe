import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { DeferredWrites } from './deferred-writes.ts'

/** Writes into a list, on a clock that the test moves. */
function openLab(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const lab = { written: [] as (readonly number[])[], errors: [] as unknown[], isAway: false }
  const writes = new DeferredWrites<number>({
    write: async (values) => {
      if (lab.isAway) throw new Error('away')
      lab.written.push(values)
    },
    onError: (error) => lab.errors.push(error),
  })
  const pass = async (milliseconds: number): Promise<void> => {
    context.mock.timers.tick(milliseconds)
    await new Promise(setImmediate)
  }
  return { lab, writes, pass }
}

suite('deferred writes', () => {
  test('values are written together five seconds after the first of them, the latest of each key', async (context) => {
    const { lab, writes, pass } = openLab(context)
    writes.add('a', 1)
    await pass(4_000)
    writes.add('b', 2)
    writes.add('a', 3)
    await pass(999)
    assert.deepEqual(lab.written, [])
    await pass(1)
    assert.deepEqual(lab.written, [[3, 2]])
    await pass(60_000)
    assert.equal(lab.written.length, 1)
    writes.add('a', 4)
    await pass(5_000)
    assert.deepEqual(lab.written[1], [4])
  })

  test('a batch has at most 500 values', async (context) => {
    const { lab, writes } = openLab(context)
    for (let at = 0; at < 1_200; at += 1) writes.add(String(at), at)
    await writes.flush()
    assert.deepEqual(
      lab.written.map(({ length }) => length),
      [500, 500, 200],
    )
  })

  test('a flush writes at once and leaves nothing for later, and without values it writes nothing', async (context) => {
    const { lab, writes, pass } = openLab(context)
    await writes.flush()
    writes.add('a', 1)
    await writes.flush()
    await pass(60_000)
    assert.deepEqual(lab.written, [[1]])
  })

  test('a failed write is reported, and its values are dropped', async (context) => {
    const { lab, writes, pass } = openLab(context)
    lab.isAway = true
    writes.add('a', 1)
    await pass(5_000)
    assert.equal(lab.errors.length, 1)
    lab.isAway = false
    writes.add('b', 2)
    await pass(5_000)
    assert.deepEqual(lab.written, [[2]])
  })
})
