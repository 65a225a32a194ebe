import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { beatEvery, Heartbeat } from './heartbeat.ts'
import { ProcessorWait } from './processor-wait.ts'
import { StallWatch } from './stall-watch.ts'
import type { Stall } from './watch-order.ts'

test('a main thread that waits for a processor is not blocked, however long the machine is busy', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const heartbeat = new Heartbeat(['host'])
  const stalls: Stall[] = []
  let waited = 0
  const order = { pulse: heartbeat.pulse, channel: 'none', plugins: ['host'], endAfter: 2_000, format: undefined }
  const wait = { milliseconds: () => waited }
  const killed = t.mock.method(process, 'kill', () => true)
  new StallWatch(order, { onStall: (stall) => void stalls.push(stall), wait }).start()
  for (let tick = 0; tick < 100; tick += 1) {
    waited += beatEvery - 5
    t.mock.timers.tick(beatEvery)
  }
  heartbeat.beat()
  t.mock.timers.tick(beatEvery)
  assert.deepEqual([stalls, killed.mock.callCount()], [[], 0])
})

test('the wait for a processor is the second number of the scheduler, and nothing where it counts none', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-wait-'))
  const file = join(folder.path, 'schedstat')
  await writeFile(file, '912837465 61500000 4711\n')
  using counted = new ProcessorWait(file)
  assert.equal(counted.milliseconds(), 61.5)
  await writeFile(file, '')
  assert.equal(counted.milliseconds(), 0)
  using absent = new ProcessorWait(join(folder.path, 'none'))
  assert.equal(absent.milliseconds(), 0)
  using own = new ProcessorWait()
  assert.ok(own.milliseconds() >= 0)
})
