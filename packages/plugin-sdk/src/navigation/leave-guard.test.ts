import { expect, test, vi } from 'vitest'
import { createLeaveGuard } from './leave-guard.ts'

test('nothing holds a reader who loses nothing', () => {
  const action = vi.fn()
  createLeaveGuard().leave(action)
  expect(action).toHaveBeenCalledOnce()
})

test.each([
  [true, 1],
  [false, 0],
])('a reader who is held leaves when they say so: %s', (isLeaving, times) => {
  const guard = createLeaveGuard()
  const [action, heard] = [vi.fn(), vi.fn()]
  guard.block()
  guard.subscribe(heard)
  guard.leave(action)
  expect(action).not.toHaveBeenCalled()
  expect(guard.isAsking()).toBe(true)
  guard.answer(isLeaving)
  expect(action).toHaveBeenCalledTimes(times)
  expect(guard.isAsking()).toBe(false)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('two forms hold until both let go', () => {
  const guard = createLeaveGuard()
  const [first, second] = [guard.block(), guard.block()]
  first()
  first()
  expect(guard.isBlocked()).toBe(true)
  second()
  expect(guard.isBlocked()).toBe(false)
})
