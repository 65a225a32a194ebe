import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Button } from './Button.tsx'
import { mountComponent } from './fixture-page.ts'
import { IconButton } from './IconButton.tsx'
import { Toggle } from './Toggle.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const reason = 'Only owners do this.'

test.each([
  [
    'button',
    (act: () => void) => (
      <Button disabledReason={reason} onClick={act}>
        Do it
      </Button>
    ),
  ],
  [
    'button of an icon',
    (act: () => void) => <IconButton icon="x" label="Do it" disabledReason={reason} onClick={act} />,
  ],
  ['switch', (act: () => void) => <Toggle label="It" checked={false} disabledReason={reason} onChange={act} />],
])('a %s that cannot be used says why, stays reachable and does nothing', async (_what, show) => {
  const act = vi.fn()
  page = await mountComponent(() => show(act))
  const control = page.find<HTMLButtonElement>('main button')
  expect(control.getAttribute('aria-disabled')).toBe('true')
  expect(control.disabled).toBe(false)
  expect(page.find(`[id="${control.getAttribute('aria-describedby')}"]`).textContent).toBe(reason)
  await page.click('main button')
  expect(act).not.toHaveBeenCalled()
})
