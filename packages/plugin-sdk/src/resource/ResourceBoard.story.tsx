import { defineStory } from '../gallery/story.ts'
import { deals, resourceAnswers } from './fixture-resource.ts'
import { ResourceBoard } from './ResourceBoard.tsx'

export const story = defineStory({
  component: 'ResourceBoard',
  answers: resourceAnswers,
  examples: {
    plain: () => <ResourceBoard resource={deals} by="stage" />,
  },
})
