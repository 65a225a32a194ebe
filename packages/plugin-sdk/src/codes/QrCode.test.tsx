import { afterEach, expect, test, vi } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from '../components/fixture-page.ts'
import { QrCode } from './QrCode.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const address = 'https://host.example/docs'

test('a code is an image with a name, with four quiet modules around it', async () => {
  page = await mountComponent(() => <QrCode value={address} label="Code of docs" />)
  const image = page.find('[role=img]')
  expect(image.getAttribute('aria-label')).toBe('Code of docs')
  const [, , width = 0] = (image.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const drawn = image.querySelector('path')?.getAttribute('d') ?? ''
  const starts = Array.from(drawn.matchAll(/M(\d+) (\d+)h(\d+)/g), ([, x, y, run]) => [
    Number(x),
    Number(y),
    Number(x) + Number(run),
  ])
  expect(Math.min(...starts.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4)
  expect(Math.max(...starts.map(([, , end = 0]) => end))).toBe(width - 4)
})

test('the download is a file of its own, by the name that was given', async () => {
  const files: { name: string; blob: Blob }[] = []
  const createObjectURL = vi.fn((blob: Blob) => {
    files.push({ name: '', blob })
    return 'blob:code'
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation(createObjectURL as typeof URL.createObjectURL)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const last = files.at(-1)
    if (last !== undefined) last.name = this.download
  })
  page = await mountComponent(() => <QrCode value={address} label="Code of docs" download="docs" />)
  await page.click('button')
  expect(pressed).toHaveBeenCalledOnce()
  expect(files[0]?.name).toBe('docs.svg')
  expect(await files[0]?.blob.text()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+".*<\/svg>$/,
  )
})
