import { defineStory } from '../gallery/story.ts'
import { FileField } from './FileField.tsx'
import { fixtureUpload } from './fixture-upload.ts'

/** Files that are uploaded at once. */
export const story = defineStory({
  component: 'FileField',
  answers: { 'POST /api/x/fixture/files': undefined },
  examples: {
    plain: ({ say }) => (
      <FileField
        label={say('Receipts', '收据')}
        hint={say('PDF or pictures', 'PDF 或图片')}
        upload={fixtureUpload}
        input={{}}
      />
    ),
    disabled: ({ say }) => <FileField label={say('Scans', '扫描件')} upload={fixtureUpload} input={{}} disabled />,
  },
})
