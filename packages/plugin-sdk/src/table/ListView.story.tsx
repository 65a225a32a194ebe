import { defineEndpoint, nothing } from '@host/plugin/wire'
import { EmptyState } from '../components/EmptyState.tsx'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { ListView } from './ListView.tsx'
import { sampleColumns, samples } from './SampleList.tsx'
import { useTable } from './useTable.ts'

const listShops = defineEndpoint({
  pattern: 'GET /api/x/shops/shops',
  input: nothing,
  output: nothing,
  summary: 'List shops',
})

function SampleView({ say }: ExampleProps) {
  const columns = sampleColumns(say)
  const table = useTable({ columns })
  return (
    <ListView
      endpoint={listShops}
      input={{}}
      list={{ items: samples }}
      label={say('Shops', '店铺')}
      search={say('Search shops', '搜索店铺')}
      columns={columns}
      table={table}
      rowLabel={({ name }) => name}
      empty={<EmptyState title={say('No shops yet', '还没有店铺')} />}
    />
  )
}

export const story = defineStory({
  component: 'ListView',
  examples: { 'a list with its bar': (props) => <SampleView {...props} /> },
})
