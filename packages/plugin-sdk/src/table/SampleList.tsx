/** A short list that the stories of tables show. */
import { Badge } from '../components/Badge.tsx'
import type { ExampleProps } from '../gallery/story.ts'
import type { DataColumn } from './data-column.ts'

export interface Sample {
  readonly id: string
  readonly name: string
  readonly city: string
  readonly visits: number
  readonly isOpen: boolean
}

export const samples: readonly Sample[] = [
  { id: 's1', name: 'Harbour Tea', city: 'Hamburg', visits: 1204, isOpen: true },
  { id: 's2', name: '竹林茶馆', city: '杭州', visits: 980, isOpen: true },
  { id: 's3', name: 'Corner Books', city: 'Bristol', visits: 77, isOpen: false },
  { id: 's4', name: 'North Bakery', city: 'Tromsø', visits: 412, isOpen: true },
]

/** The columns of the sample, in the language of the gallery. */
export function sampleColumns(say: ExampleProps['say']): readonly DataColumn<Sample>[] {
  return [
    {
      key: 'name',
      header: say('Name', '名称'),
      isSortable: true,
      value: ({ name }) => name,
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    { key: 'city', header: say('City', '城市'), isSortable: true, value: ({ city }) => city, cell: ({ city }) => city },
    {
      key: 'visits',
      header: say('Visits', '访问量'),
      align: 'end',
      isSortable: true,
      value: ({ visits }) => visits,
      cell: ({ visits }) => visits.toLocaleString('en'),
    },
    {
      key: 'state',
      header: say('State', '状态'),
      from: 'sm',
      cell: ({ isOpen }) => (
        <Badge dot tone={isOpen ? 'positive' : 'neutral'}>
          {isOpen ? say('Open', '营业') : say('Closed', '歇业')}
        </Badge>
      ),
    },
  ]
}
