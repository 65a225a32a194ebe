import { expect, test, vi } from 'vitest'
import { lazyPage, PageLoadError, type PageModule } from './lazy-page.ts'

const module: PageModule = { default: () => null }

/** Runs a lazy component's loader the way React does. */
function load(page: ReturnType<typeof lazyPage>): Promise<PageModule> {
  const { _payload, _init } = page as unknown as { _payload: unknown; _init: (payload: unknown) => unknown }
  try {
    _init(_payload)
  } catch (thrown) {
    return thrown as Promise<PageModule>
  }
  return Promise.resolve(module)
}

test('a chunk is asked for when the page is first shown, and once', async () => {
  const importPage = vi.fn(() => Promise.resolve(module))
  const page = lazyPage(importPage)
  expect(importPage).not.toHaveBeenCalled()
  await page.preload()
  await page.preload()
  await load(page)
  expect(importPage).toHaveBeenCalledTimes(1)
})

test('a chunk that does not arrive is asked for once more', async () => {
  const importPage = vi.fn(() => Promise.resolve(module)).mockRejectedValueOnce(new TypeError('lost'))
  await load(lazyPage(importPage))
  expect(importPage).toHaveBeenCalledTimes(2)
})

test('a chunk that fails twice is an error that says so, and keeps the cause', async () => {
  const cause = new TypeError('lost')
  const importPage = vi.fn(() => Promise.reject<PageModule>(cause))
  const error: unknown = await load(lazyPage(importPage)).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(PageLoadError)
  expect((error as PageLoadError).cause).toBe(cause)
  expect(importPage).toHaveBeenCalledTimes(2)
})

test('a failed preload is silent, and the page asks again when it is shown', async () => {
  const importPage = vi
    .fn(() => Promise.resolve(module))
    .mockRejectedValueOnce(1)
    .mockRejectedValueOnce(2)
  const page = lazyPage(importPage)
  await expect(page.preload()).resolves.toBeUndefined()
  await load(page)
  expect(importPage).toHaveBeenCalledTimes(3)
})
