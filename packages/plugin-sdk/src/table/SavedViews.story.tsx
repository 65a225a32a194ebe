import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { SavedViews } from './SavedViews.tsx'
import { sampleColumns } from './SampleList.tsx'
import { useTable } from './useTable.ts'

function SampleViews({ say }: ExampleProps) {
  return <SavedViews table={useTable({ columns: sampleColumns(say) })} />
}

const view = { page: '/', query: 'sort=-visits', isShared: false, isOwn: true }

export const story = defineStory({
  component: 'SavedViews',
  examples: { 'own and shared views': ({ say }) => <SampleViews say={say} /> },
  answers: {
    'GET /api/views': {
      items: [
        { ...view, id: 'view_1', name: 'Most visited' },
        { ...view, id: 'view_2', name: '杭州', query: 'q=杭州', isShared: true, isOwn: false },
      ],
      nextCursor: null,
    },
  },
})
