import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { DataTable } from './DataTable.tsx'
import { sampleColumns, samples, type Sample } from './SampleList.tsx'
import { SidePanel } from './SidePanel.tsx'
import { useSelection } from './useSelection.ts'
import { useTable } from './useTable.ts'

type SampleTableProps = ExampleProps & { readonly rows: readonly Sample[] | undefined; readonly isChosen?: boolean }

function SampleTable({ say, rows, isChosen = false }: SampleTableProps) {
  const columns = sampleColumns(say)
  const table = useTable({ columns })
  const selection = useSelection(table)
  return (
    <DataTable
      label={say('Shops', '店铺')}
      columns={columns}
      table={table}
      rows={rows}
      rowLabel={({ name }) => name}
      selection={isChosen ? selection : undefined}
      empty={
        <EmptyState
          title={say('No shops yet', '还没有店铺')}
          action={<Button variant="primary">{say('Add shop', '添加店铺')}</Button>}
        />
      }
      panel={({ row, ways }) => (
        <SidePanel label={say('Shop', '店铺')} {...ways}>
          {row?.name}
        </SidePanel>
      )}
    />
  )
}

export const story = defineStory({
  component: 'DataTable',
  examples: {
    'rows that open and are ordered': ({ say }) => <SampleTable say={say} rows={samples} />,
    'rows that can be chosen': ({ say }) => <SampleTable say={say} rows={samples} isChosen />,
    'while rows load': ({ say }) => <SampleTable say={say} rows={undefined} />,
    'nothing yet': ({ say }) => <SampleTable say={say} rows={[]} />,
  },
})
