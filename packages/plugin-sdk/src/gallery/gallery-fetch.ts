import { createFakeServer, shellAnswers, type FakeAnswers } from '../testing/fake-server.ts'
import { galleryPlugin } from './gallery-plugin.ts'
import { loadStory } from './load-story.ts'

/** What every example can count on: somebody who is signed in to a workspace. */
export const galleryAnswers: FakeAnswers = shellAnswers(galleryPlugin)

/** A server for the examples: it says what the story of the address says. */
export const galleryFetch: typeof fetch = async (input, init) => {
  const [, , component = ''] = location.pathname.split('/')
  const story = await loadStory(component)
  return createFakeServer({ ...galleryAnswers, ...story?.answers }).fetch(input, init)
}
