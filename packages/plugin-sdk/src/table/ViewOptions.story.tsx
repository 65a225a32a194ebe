import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { sampleColumns } from './SampleList.tsx'
import { useTable } from './useTable.ts'
import { ViewOptions } from './ViewOptions.tsx'

function SampleOptions({ say }: ExampleProps) {
  const columns = sampleColumns(say)
  return <ViewOptions table={useTable({ columns })} columns={columns} />
}

export const story = defineStory({
  component: 'ViewOptions',
  examples: { 'columns and density': ({ say }) => <SampleOptions say={say} /> },
})
