import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { problem, type FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { FileField } from './FileField.tsx'
import { fixtureUpload } from './fixture-upload.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const picture = (name: string) => new File(['x'.repeat(20)], name, { type: 'image/png' })

async function mountField(answer: (request: FakeRequest) => unknown, onUploaded?: () => void): Promise<MountedPage> {
  const Field = () => (
    <FileField
      label="Receipts"
      upload={fixtureUpload}
      input={{}}
      {...(onUploaded === undefined ? {} : { onUploaded })}
    />
  )
  page = await mountPage({
    plugin: fixturePlugin(Field),
    path: '/fixture',
    answers: { 'POST /api/x/fixture/files': answer },
  })
  return page
}

async function drop(...files: readonly File[]): Promise<void> {
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } })
  await page?.act(() => page?.find('[role=group] > div').dispatchEvent(event))
}

test('a file is uploaded when it is dropped, by its name and type, and announced when it is stored', async () => {
  const seen: FakeRequest[] = []
  const onUploaded = vi.fn()
  const mounted = await mountField((request) => {
    seen.push(request)
    return undefined
  }, onUploaded)
  await drop(picture('sun 1.png'))
  await vi.waitFor(() => expect(onUploaded).toHaveBeenCalledOnce())
  expect(seen[0]?.headers.get('x-file-name')).toBe('sun%201.png')
  expect(seen[0]?.headers.get('content-type')).toBe('image/png')
  await vi.waitFor(() => expect(mounted.text()).toContain('sun 1.png uploaded'))
  expect(document.querySelector('[role=progressbar]')).toBeNull()
})

test('files that the definition does not accept are not sent', async () => {
  const answer = vi.fn()
  const mounted = await mountField(answer)
  await drop(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(mounted.find('[role=alert]').textContent).toContain("a.txt isn't a supported file type")
  expect(answer).not.toHaveBeenCalled()
})

test('a lost answer is asked for again with the same key, and a refused file with a new one', async () => {
  const keys: (string | null)[] = []
  const answers = [() => problem(503, 'overloaded'), () => problem(409, 'conflict'), () => undefined]
  const mounted = await mountField(({ headers }) => {
    keys.push(headers.get('idempotency-key'))
    return answers.shift()?.()
  })
  await drop(picture('sun.png'))
  for (const count of [1, 2]) {
    await vi.waitFor(() => expect(keys).toHaveLength(count))
    await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
    await mounted.click('button[aria-label="Upload sun.png again"]')
  }
  await vi.waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('two files are sent at a time, and a canceled one makes way for the next', async () => {
  let asked = 0
  const mounted = await mountField(() => {
    asked += 1
    return new Promise(() => undefined)
  })
  await drop(picture('a.png'), picture('b.png'), picture('c.png'))
  await vi.waitFor(() => expect(asked).toBe(2))
  await mounted.click('button[aria-label="Cancel a.png"]')
  await vi.waitFor(() => expect(asked).toBe(3))
  expect(mounted.text()).not.toContain('a.png')
})
