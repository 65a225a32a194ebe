import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from '../components/fixture-page.ts'
import { drawings } from './Drawings.tsx'
import { Illustration, type IllustrationName } from './Illustration.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const names = Object.keys(drawings) as IllustrationName[]

test('each drawing is another, decoration, and of the colours of the theme', async () => {
  page = await mountComponent(() => names.map((name) => <Illustration key={name} name={name} />))
  const all = Array.from(document.querySelectorAll('svg'))
  expect(all.map((one) => one.dataset['illustration'])).toEqual(names)
  expect(new Set(all.map(({ innerHTML }) => innerHTML)).size).toBe(names.length)
  for (const one of all) {
    expect(one.getAttribute('aria-hidden')).toBe('true')
    expect(one.outerHTML).not.toMatch(/(?:fill|stroke)="(?!none|currentColor|var\()/)
  }
})
