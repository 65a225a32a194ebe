/// <reference types="vite/types/importMeta.d.ts" />
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { mountPage, variants, type MountedPage } from '../testing/mount-page.ts'
import { galleryPlugin } from './gallery-plugin.ts'
import type { Story } from './story.ts'
import { StoryExamples } from './StoryExamples.tsx'

// A busy machine takes its time for the large ones.
vi.setConfig({ testTimeout: 30_000 })

const modules = import.meta.glob<{ readonly story: Story }>('../**/*.story.tsx', { eager: true })
const stories = Object.entries(modules).map(([path, { story }]) => ({ path, story, component: story.component }))

let page: MountedPage | undefined
let complaints: MockInstance<typeof console.error>

beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => page?.unmount())

test('there are stories, and each stands in a file of the name of its component', () => {
  expect(stories.length).toBeGreaterThan(0)
  for (const { path, story } of stories) {
    expect(path.endsWith(`/${story.component}.story.tsx`), path).toBe(true)
    expect(Object.keys(story.examples).length, path).toBeGreaterThan(0)
  }
})

describe.each(stories)('$component', ({ story }) => {
  test.each(variants)(
    'every example shows in $theme and $language, without a complaint or a barrier',
    async ({ theme, language }) => {
      const fixture = fixturePlugin(() => (
        <>
          <h1>{story.component}</h1>
          <StoryExamples story={story} />
        </>
      ))
      const plugin = { ...fixture, widgets: galleryPlugin.widgets ?? [] }
      page = await mountPage({ plugin, path: '/fixture', answers: story.answers ?? {}, theme, language })
      const sections = page.container.querySelectorAll('section > h2[lang=en]')
      expect(Array.from(sections, ({ textContent }) => textContent)).toEqual(Object.keys(story.examples))
      expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints.mock.calls).toEqual([])
    },
  )
})
