import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { EmptyState } from './EmptyState.tsx'
import { RowList, type RowListProps } from './RowList.tsx'

interface Note {
  readonly id: string
  readonly title: string
}

interface SampleProps extends Pick<ExampleProps, 'say'> {
  readonly list: RowListProps<Note>['list']
}

function Sample({ say, list }: SampleProps) {
  return (
    <RowList list={list} rowKey={({ id }) => id} empty={<EmptyState title={say('No notes yet', '还没有便笺')} />}>
      {({ title }) => <li className="py-2">{title}</li>}
    </RowList>
  )
}

const notes = (say: ExampleProps['say']): readonly Note[] => [
  { id: '1', title: say('Opening hours', '营业时间') },
  { id: '2', title: say('Suppliers', '供应商') },
]

export const story = defineStory({
  component: 'RowList',
  examples: {
    'rows and more': ({ say }) => <Sample say={say} list={{ items: notes(say), hasMore: true }} />,
    'without rows': ({ say }) => <Sample say={say} list={{ items: [] }} />,
    loading: ({ say }) => <Sample say={say} list={{ items: undefined }} />,
  },
})
