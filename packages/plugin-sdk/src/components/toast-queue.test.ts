import { expect, test, vi } from 'vitest'
import { createToastQueue } from './toast-queue.ts'

test('the newest three toasts are kept, so that a fault that repeats cannot fill the screen', () => {
  const queue = createToastQueue()
  for (const title of ['a', 'b', 'c', 'd']) queue.show({ title })
  expect(queue.entries().map(({ title }) => title)).toEqual(['b', 'c', 'd'])
})

test('a toast that is dismissed goes, and listeners hear of it', () => {
  const queue = createToastQueue()
  queue.show({ title: 'a' })
  const listener = vi.fn()
  const stop = queue.subscribe(listener)
  queue.dismiss(queue.entries()[0]?.id ?? 0)
  expect(queue.entries()).toEqual([])
  expect(listener).toHaveBeenCalledOnce()
  stop()
  queue.show({ title: 'b' })
  expect(listener).toHaveBeenCalledOnce()
})
