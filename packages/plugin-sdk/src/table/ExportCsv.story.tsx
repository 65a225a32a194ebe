import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { ExportCsv } from './ExportCsv.tsx'
import { sampleColumns, samples } from './SampleList.tsx'
import { useTable } from './useTable.ts'

function SampleExport({ say, path }: ExampleProps & { readonly path?: string }) {
  const columns = sampleColumns(say)
  const table = useTable({ columns })
  const more = path === undefined ? {} : { path }
  return <ExportCsv table={table} columns={columns} rows={samples} isClient name="shops" {...more} />
}

export const story = defineStory({
  component: 'ExportCsv',
  examples: {
    'what the table shows': ({ say }) => <SampleExport say={say} />,
    'made by the server': ({ say }) => <SampleExport say={say} path="/api/x/shops/export?format=csv" />,
  },
})
