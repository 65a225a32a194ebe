import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from './fixture-page.ts'
import { CodeBlock } from './CodeBlock.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const code = 'first\n  second\n'

test('the code stands as it is, in a group that the keyboard reaches and that has a name', async () => {
  page = await mountComponent(() => <CodeBlock code={code} language="Shell" />)
  expect(page.find('code').textContent).toBe(code)
  const group = page.find('[role=group]')
  expect(group.tabIndex).toBe(0)
  expect(page.find(`[id="${group.getAttribute('aria-labelledby')}"]`).textContent).toBe('Shell')
})

test('line numbers are no part of the text, so a selection contains only code', async () => {
  page = await mountComponent(() => <CodeBlock code={code} lineNumbers />)
  expect(page.find('code').textContent).toBe(code)
  expect(Array.from(document.querySelectorAll<HTMLElement>('[data-line]'), ({ dataset }) => dataset['line'])).toEqual([
    '1',
    '2',
  ])
})

test('a press wraps long lines, and another lets them be', async () => {
  page = await mountComponent(() => <CodeBlock code={code} />)
  const wrap = '[aria-label="Wrap long lines"]'
  expect(page.find(wrap).getAttribute('aria-pressed')).toBe('false')
  await page.click(wrap)
  expect(page.find(wrap).getAttribute('aria-pressed')).toBe('true')
  expect(page.find('code span').className).toContain('whitespace-pre-wrap')
})
