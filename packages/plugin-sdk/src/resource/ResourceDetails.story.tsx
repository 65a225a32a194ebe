import { defineStory } from '../gallery/story.ts'
import { deals, resourceAnswers } from './fixture-resource.ts'
import { ResourceDetails } from './ResourceDetails.tsx'

export const story = defineStory({
  component: 'ResourceDetails',
  answers: resourceAnswers,
  examples: {
    plain: () => <ResourceDetails resource={deals} id="deal_1" />,
  },
})
