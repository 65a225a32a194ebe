import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { EventLoopLag } from './event-loop-lag.ts'

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('a turn that takes too long is over the limit until the loop comes round again', async () => {
  const lag = new EventLoopLag(50)
  block(200)
  assert.equal(lag.isOverLimit(), true)
  while (lag.isOverLimit()) await pause(1)
  lag.stop()
})

test('a limit of 0 is never reached', () => {
  const lag = new EventLoopLag(0)
  block(30)
  assert.equal(lag.isOverLimit(), false)
  lag.stop()
})
