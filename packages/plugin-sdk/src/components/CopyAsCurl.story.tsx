import { defineEndpoint, nothing } from '@host/plugin/wire'
import { defineStory } from '../gallery/story.ts'
import { CopyAsCurl } from './CopyAsCurl.tsx'

const listLinks = defineEndpoint({
  pattern: 'GET /api/x/links/links',
  input: nothing,
  output: nothing,
  summary: 'List links',
})

export const story = defineStory({
  component: 'CopyAsCurl',
  examples: { plain: () => <CopyAsCurl endpoint={listLinks} /> },
})
