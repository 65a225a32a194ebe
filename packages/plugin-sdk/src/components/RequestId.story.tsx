import { defineStory } from '../gallery/story.ts'
import { RequestId } from './RequestId.tsx'

export const story = defineStory({
  component: 'RequestId',
  examples: { plain: () => <RequestId id="req_01jd7x3t9v" /> },
})
