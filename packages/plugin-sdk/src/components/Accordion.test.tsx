import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { Accordion } from './Accordion.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const items = ['a', 'b'].map((id) => ({ id, title: `Title ${id}`, content: `Text of ${id}` }))
const details = () => Array.from(document.querySelectorAll('details'))

test('the named section is open at first, and a press opens the others', async () => {
  page = await mountComponent(() => <Accordion items={items} open={['a']} />)
  expect(details().map(({ open }) => open)).toEqual([true, false])
  await page.act(() => details()[1]?.querySelector('summary')?.click())
  expect(details().map(({ open }) => open)).toEqual([true, true])
})

test('sections that open one at a time share a name, by which the browser closes the others', async () => {
  page = await mountComponent(() => <Accordion items={items} single />)
  const [first, second] = details().map((one) => one.getAttribute('name'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})
