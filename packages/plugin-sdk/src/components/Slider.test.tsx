import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent, type } from './fixture-page.ts'
import { Slider } from './Slider.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

function Share() {
  const [value, setValue] = useState(40)
  return <Slider label="Share" value={value} onChange={setValue} step={5} format={(share) => `${share}%`} />
}

test('the value is said as people say it, and follows the thumb', async () => {
  page = await mountComponent(Share)
  const slider = page.find<HTMLInputElement>('input[type=range]')
  expect([slider.getAttribute('aria-label'), slider.getAttribute('aria-valuetext')]).toEqual(['Share', '40%'])
  await page.act(() => type(slider, '55'))
  expect(slider.getAttribute('aria-valuetext')).toBe('55%')
  expect(page.find('output').textContent).toBe('55%')
  expect(slider.style.getPropertyValue('--fill')).toBe('55.00000000000001%')
  expect([slider.min, slider.max, slider.step]).toEqual(['0', '100', '5'])
})
