import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventLoopLag } from './event-loop-lag.ts'
import { until } from '../../testing/until.ts'

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a turn that takes too long is over the limit until the loop comes round again', async () => {
  const lag = new EventLoopLag(50)
  block(200)
  assert.equal(lag.isOverLimit(), true)
  await until(() => !lag.isOverLimit())
  lag.stop()
})

test('a limit of 0 is never reached', () => {
  const lag = new EventLoopLag(0)
  block(30)
  assert.equal(lag.isOverLimit(), false)
  lag.stop()
})
