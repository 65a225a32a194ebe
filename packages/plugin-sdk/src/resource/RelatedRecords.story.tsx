import { defineStory } from '../gallery/story.ts'
import { deals, notes, resourceAnswers } from './fixture-resource.ts'
import { RelatedRecords } from './RelatedRecords.tsx'

export const story = defineStory({
  component: 'RelatedRecords',
  answers: resourceAnswers,
  examples: {
    plain: () => <RelatedRecords resource={deals} by="company" id="company_1" fields={['amount', 'stage']} />,
    editable: () => <RelatedRecords resource={notes} by="deal" id="deal_1" isEditable />,
  },
})
