import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { ExportCsv } from './ExportCsv.tsx'
import { FilterBar } from './FilterBar.tsx'
import { sampleColumns, samples } from './SampleList.tsx'
import { useTable } from './useTable.ts'
import { ViewOptions } from './ViewOptions.tsx'

function SampleBar({ say }: ExampleProps) {
  const columns = sampleColumns(say)
  const table = useTable({
    columns,
    filters: {
      city: {
        kind: 'choice',
        label: say('City', '城市'),
        options: samples.map(({ city }) => ({ value: city, label: city })),
      },
      owner: { kind: 'text', label: say('Owner', '店主'), hint: say('A name or an email address', '姓名或邮箱') },
      since: { kind: 'dates', label: say('Opened', '开业时间') },
      seats: { kind: 'numbers', label: say('Seats', '座位数'), isWhole: true },
      rent: { kind: 'numbers', label: say('Rent', '租金'), currency: 'EUR' },
      open: { kind: 'boolean', label: say('Open now', '正在营业') },
    },
  })
  return (
    <FilterBar table={table} search={say('Search shops', '搜索店铺')}>
      <ExportCsv table={table} columns={columns} rows={samples} isClient name="shops" />
      <ViewOptions table={table} columns={columns} />
    </FilterBar>
  )
}

export const story = defineStory({
  component: 'FilterBar',
  examples: { 'a search, filters, a download and the columns': ({ say }) => <SampleBar say={say} /> },
})
