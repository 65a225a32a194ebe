import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { Field } from './Field.tsx'
import { mountComponent } from './fixture-page.ts'
import { Textarea } from './Textarea.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function write(text: string): Promise<void> {
  const area = page!.find<HTMLTextAreaElement>('textarea')
  await page?.act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('characters are counted where there is room for so many, and announced when it is nearly gone', async () => {
  page = await mountComponent(() => <Textarea aria-label="About" maxLength={10} defaultValue="abc" />)
  expect(page.text()).toContain('3 / 10')
  expect(page.find('[role=status]').textContent).toBe('')
  await write('abcdefghi')
  expect(page.text()).toContain('9 / 10')
  expect(page.find('[role=status]').textContent).toBe('9 of 10 characters')
})

test('a large room is counted only when it is nearly taken', async () => {
  page = await mountComponent(() => <Textarea aria-label="Text" maxLength={10_000} />)
  await write('a few words')
  expect(page.text()).toBe('')
  await write('x'.repeat(9_500))
  expect(page.text()).toContain('9,500 / 10,000')
})

test('without a limit nothing is counted, and the field names it', async () => {
  page = await mountComponent(() => (
    <Field label="About" hint="A few words.">
      <Textarea />
    </Field>
  ))
  const area = page.find<HTMLTextAreaElement>('textarea')
  expect(area.labels?.[0]?.textContent).toBe('About')
  expect(page.text()).toBe('AboutA few words.')
})
