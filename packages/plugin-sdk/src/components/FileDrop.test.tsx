import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { checkFiles, type FileRules } from './check-files.ts'
import { FileDrop } from './FileDrop.tsx'
import { mountComponent } from './fixture-page.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const pdf = file('plan.pdf', 'application/pdf', 10)
const picture = file('sun.png', 'image/png', 20)

function file(name: string, type: string, size: number): File {
  return new File(['x'.repeat(size)], name, { type })
}

function Attachments(rules: FileRules) {
  const [files, setFiles] = useState<readonly File[]>([])
  return <FileDrop label="Attachments" files={files} onChange={setFiles} {...rules} />
}

async function drop(...files: readonly File[]): Promise<void> {
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } })
  await page?.act(() => page?.find('[role=group] > div').dispatchEvent(event))
}

async function paste(...files: readonly File[]): Promise<void> {
  const event = Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files } })
  await page?.act(() => page?.find('[role=group] button').dispatchEvent(event))
}

test.each([
  { rules: { accept: 'image/*' }, offered: pdf, reason: 'wrongKind' },
  { rules: { accept: '.png, .jpg' }, offered: pdf, reason: 'wrongKind' },
  { rules: { maxBytes: 9 }, offered: pdf, reason: 'tooLarge' },
  { rules: {}, offered: file('none.txt', 'text/plain', 0), reason: 'empty' },
  { rules: { maxFiles: 2 }, offered: file('more.txt', 'text/plain', 1), reason: 'tooMany' },
])('a file is refused as $reason by $rules', ({ rules, offered, reason }) => {
  const present = reason === 'tooMany' ? [pdf, picture] : []
  expect(checkFiles(present, [offered], rules)).toMatchObject({ added: 0, refused: [{ name: offered.name, reason }] })
})

test.each([{ accept: '.PDF' }, { accept: 'application/pdf' }, { accept: 'image/*,application/pdf', maxBytes: 10 }])(
  'a file fits %j',
  (rules) => {
    expect(checkFiles([], [pdf], rules)).toMatchObject({ files: [pdf], refused: [] })
  },
)

test('the same file is taken once, and where there is one, a new one takes its place', () => {
  expect(checkFiles([pdf], [pdf], {}).files).toEqual([pdf])
  expect(checkFiles([pdf], [picture], { maxFiles: 1 }).files).toEqual([picture])
})

test('files are dropped and pasted, announced, and refused one by one', async () => {
  page = await mountComponent(() => <Attachments accept=".pdf,image/*" maxBytes={15} />)
  await drop(pdf, picture)
  expect(page.find('[role=status]').textContent).toBe('1 file added')
  expect(page.find('[role=alert]').textContent).toBe('sun.png is larger than 15 bytes. Choose a smaller file.')
  expect(page.find('[role=group] ul:last-child').textContent).toContain('plan.pdf')
  await paste(file('small.png', 'image/png', 3))
  expect(page.text()).toContain('small.png')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('a file is removed by name, and the focus is not lost with its button', async () => {
  page = await mountComponent(() => <Attachments />)
  await drop(pdf)
  await page.click('button[aria-label="Remove plan.pdf"]')
  expect(page.text()).not.toContain('10 bytes')
  expect(page.find('[role=status]').textContent).toBe('plan.pdf removed')
  expect(document.activeElement?.textContent).toBe('Choose files')
})
