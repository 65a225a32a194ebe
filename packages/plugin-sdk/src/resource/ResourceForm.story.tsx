import { defineStory } from '../gallery/story.ts'
import { deals, resourceAnswers } from './fixture-resource.ts'
import { ResourceForm } from './ResourceForm.tsx'

export const story = defineStory({
  component: 'ResourceForm',
  answers: resourceAnswers,
  examples: {
    'new record': () => <ResourceForm resource={deals} onDone={() => undefined} />,
  },
})
