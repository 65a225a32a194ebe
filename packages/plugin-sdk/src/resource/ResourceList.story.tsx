import { defineStory } from '../gallery/story.ts'
import { deals, resourceAnswers } from './fixture-resource.ts'
import { ResourceList } from './ResourceList.tsx'

export const story = defineStory({
  component: 'ResourceList',
  answers: resourceAnswers,
  examples: {
    plain: () => <ResourceList resource={deals} />,
  },
})
