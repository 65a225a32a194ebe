import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test, type TestContext } from 'node:test'
import { runPeriodically, type PeriodicOptions } from './periodic.ts'

/** Lets everything run that waits for no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}

/** Work whose runs end when a test says so, on a clock that the test moves. */
function openLab(context: TestContext, options: Partial<PeriodicOptions> = {}) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const stop = runPeriodically({
    every: 100,
    work: () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    onError: (error) => errors.push(error),
    ...options,
  })
  const pass = async (milliseconds: number): Promise<number> => {
    context.mock.timers.tick(milliseconds)
    await settle()
    return runs.length
  }
  return { runs, errors, stop, pass }
}

suite('periodic work', () => {
  test('runs after each pause, and never twice at a time', async (context) => {
    const { runs, pass, stop } = openLab(context)
    assert.equal(await pass(99), 0)
    assert.equal(await pass(1), 1)
    assert.equal(await pass(1_000), 1)
    runs[0]!.resolve()
    await settle()
    assert.equal(await pass(99), 1)
    assert.equal(await pass(1), 2)
    runs[1]!.resolve()
    await stop()
    assert.equal(await pass(1_000), 2)
  })

  test('runs at the start where it is asked to', async (context) => {
    const { runs, pass, stop } = openLab(context, { isRunAtStart: true })
    assert.equal(runs.length, 1)
    runs[0]!.resolve()
    await settle()
    assert.equal(await pass(100), 2)
    runs[1]!.resolve()
    await stop()
  })

  test('leaves out a random part of the pause, up to its share', async (context) => {
    context.mock.method(Math, 'random', () => 0.5)
    const { runs, pass, stop } = openLab(context, { jitter: 0.5 })
    assert.equal(await pass(74), 0)
    assert.equal(await pass(1), 1)
    runs[0]!.resolve()
    await stop()
  })

  test('a failed run is reported, and the next one comes', async (context) => {
    const { runs, errors, pass, stop } = openLab(context)
    await pass(100)
    const error = new Error('away')
    runs[0]!.reject(error)
    await settle()
    assert.deepEqual(errors, [error])
    assert.equal(await pass(100), 2)
    runs[1]!.resolve()
    await stop()
  })

  test('work that throws at once is reported as well', async (context) => {
    const error = new Error('away')
    const { errors, pass, stop } = openLab(context, {
      work: () => {
        throw error
      },
    })
    await pass(100)
    await pass(100)
    assert.deepEqual(errors, [error, error])
    await stop()
  })

  test('a stop waits for the running one, also when it is called twice', async (context) => {
    const { runs, pass, stop } = openLab(context)
    await pass(100)
    const stopped: string[] = []
    const stops = [stop().then(() => stopped.push('first')), stop().then(() => stopped.push('second'))]
    await settle()
    assert.deepEqual(stopped, [])
    runs[0]!.resolve()
    await Promise.all(stops)
    assert.equal(stopped.length, 2)
    assert.equal(await pass(1_000), 1)
  })

  test('a run that a stop ends early is not an error, and any other failure of it is', async (context) => {
    const work = (stopping: AbortSignal) => sleep(1_000_000, undefined, { signal: stopping })
    const ended = openLab(context, { work })
    await ended.pass(100)
    await ended.stop()
    assert.deepEqual(ended.errors, [])
    context.mock.timers.reset()
    const failed = openLab(context)
    await failed.pass(100)
    failed.runs[0]!.reject(new Error('away'))
    await failed.stop()
    assert.equal(failed.errors.length, 1)
  })

  test('a last run comes after the running one, and its failure is reported', async (context) => {
    const { runs, errors, pass, stop } = openLab(context, { isRunAtStop: true })
    await pass(100)
    const stopped = stop()
    await settle()
    assert.equal(runs.length, 1)
    runs[0]!.resolve()
    await settle()
    assert.equal(runs.length, 2)
    runs[1]!.reject(new Error('away'))
    await stopped
    assert.equal(errors.length, 1)
  })

  test('does not keep the process alive while it waits', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const stop = runPeriodically({ every: 60_000, work: () => undefined, onError: () => undefined })
    assert.equal(timers(), before)
    await stop()
  })
})
