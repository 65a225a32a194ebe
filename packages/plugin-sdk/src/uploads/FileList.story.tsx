import { defineStory } from '../gallery/story.ts'
import { FileList, type ListedFile } from './FileList.tsx'

const files: readonly ListedFile[] = [
  { id: '1', name: 'report.pdf', size: 240_000, type: 'application/pdf', href: '/api/x/fixture/files/1' },
  {
    id: '2',
    name: 'a-very-long-name-of-a-picture-from-last-summer.png',
    size: 1_900_000,
    type: 'image/png',
    href: '/api/x/fixture/files/2',
  },
]

/** Stored files to download and delete. */
export const story = defineStory({
  component: 'FileList',
  examples: {
    deletable: ({ say }) => (
      <FileList label={say('Receipts', '收据')} files={files} onDelete={() => Promise.resolve()} />
    ),
    readOnly: ({ say }) => <FileList label={say('Archive', '归档')} files={files} />,
  },
})
