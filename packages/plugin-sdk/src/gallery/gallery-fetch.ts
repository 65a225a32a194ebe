import { createFakeServer, shellAnswers, type FakeAnswers } from '../testing/fake-server.ts'
import { galleryPlugin } from './gallery-plugin.ts'
import { loadStory } from './load-story.ts'

/** Answers shared by all examples: a user signed in to a workspace. */
export const galleryAnswers: FakeAnswers = shellAnswers(galleryPlugin)

/** A fake server for the examples; its answers come from the story of the current address. */
export const galleryFetch: typeof fetch = async (input, init) => {
  const [, , component = ''] = location.pathname.split('/')
  const story = await loadStory(component)
  return createFakeServer({ ...galleryAnswers, ...story?.answers }).fetch(input, init)
}
