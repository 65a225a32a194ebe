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

test('a toast with an action makes room for nothing: it can be taken back as long as it says', () => {
  const queue = createToastQueue()
  const action = { label: 'Undo', onPress: () => undefined }
  for (const title of ['a', 'b', 'c', 'd']) queue.show({ title, action })
  for (const title of ['e', 'f', 'g', 'h']) queue.show({ title })
  expect(queue.entries().map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'f', 'g', 'h'])
})

test('the caller that shows a toast can remove it', () => {
  const queue = createToastQueue()
  const onGone = vi.fn()
  const away = queue.show({ title: 'a', onGone })
  away()
  away()
  expect(queue.entries()).toEqual([])
  expect(onGone).toHaveBeenCalledOnce()
})
