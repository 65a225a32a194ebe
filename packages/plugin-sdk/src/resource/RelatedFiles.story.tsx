import { defineStory } from '../gallery/story.ts'
import { addFile, downloadFile, files, resourceAnswers } from './fixture-resource.ts'
import { RelatedFiles } from './RelatedFiles.tsx'

export const story = defineStory({
  component: 'RelatedFiles',
  answers: resourceAnswers,
  examples: {
    plain: () => <RelatedFiles resource={files} by="deal" id="deal_1" upload={addFile} download={downloadFile} />,
  },
})
