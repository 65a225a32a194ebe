import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Button } from './Button.tsx'
import { mountComponent } from './fixture-page.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a busy button says so and does not work twice, nor submits its form', async () => {
  const [press, submit] = [vi.fn(), vi.fn((event: { preventDefault: () => void }) => event.preventDefault())]
  page = await mountComponent(() => (
    <form onSubmit={submit}>
      <Button type="submit" busy onClick={press}>
        Save
      </Button>
    </form>
  ))
  await page.click('button')
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
  expect(page.find('button').getAttribute('aria-busy')).toBe('true')
})

test('a button does not submit its form by default', async () => {
  page = await mountComponent(() => <Button>Open</Button>)
  expect(page.find<HTMLButtonElement>('button').type).toBe('button')
})
