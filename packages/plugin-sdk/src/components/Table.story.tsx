import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Badge } from './Badge.tsx'
import { IconButton } from './IconButton.tsx'
import { Panel } from './Panel.tsx'
import { Table, type TableColumn } from './Table.tsx'

interface Domain {
  readonly name: string
  readonly links: number
}

const domains: readonly Domain[] = [
  { name: 'example.com', links: 1204 },
  { name: 'a-rather-long-name.of.a.department.example.org', links: 7 },
]

const columns = (say: ExampleProps['say']): readonly TableColumn<Domain>[] => [
  { key: 'name', header: say('Domain', '域名'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    key: 'state',
    header: say('State', '状态'),
    from: 'sm',
    cell: () => <Badge tone="positive">{say('verified', '已验证')}</Badge>,
  },
  { key: 'links', header: say('Links', '短链接'), align: 'end', cell: ({ links }) => links.toLocaleString('en') },
  {
    key: 'actions',
    header: say('Actions', '操作'),
    hideHeader: true,
    align: 'end',
    cell: ({ name }) => <IconButton icon="x" size="compact" label={say(`Remove ${name}`, `移除 ${name}`)} />,
  },
]

export const story = defineStory({
  component: 'Table',
  examples: {
    'in a panel': ({ say }) => (
      <Panel title={say('Domains', '域名')} flush>
        <Table label={say('Domains', '域名')} columns={columns(say)} rows={domains} rowKey={({ name }) => name} />
      </Panel>
    ),
  },
})
