import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { SerialLines } from './serial-lines.ts'

test('work of one key waits for its own, and a line that is full holds up no other', async () => {
  const lines = new SerialLines(3, { en: 'Busy.', zh: '忙。' })
  const gate = Promise.withResolvers<void>()
  const done: number[] = []
  const work = (number: number) => async () => {
    if (number === 1) await gate.promise
    done.push(number)
  }
  const flood = [1, 2, 3].map((number) => lines.run('flooded', work(number)))
  const isBusy = (error: unknown) => error instanceof Problem && error.code === 'service_unavailable'
  await assert.rejects(lines.run('flooded', work(4)), isBusy)
  await lines.run('other', work(5))
  assert.deepEqual(done, [5])
  gate.resolve()
  await Promise.all(flood)
  await lines.run('flooded', work(6))
  assert.deepEqual(done, [5, 1, 2, 3, 6])
})
