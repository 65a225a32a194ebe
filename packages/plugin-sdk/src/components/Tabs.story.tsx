import { defineStory } from '../gallery/story.ts'
import { Badge } from './Badge.tsx'
import { Tabs } from './Tabs.tsx'

export const story = defineStory({
  component: 'Tabs',
  examples: {
    plain: ({ say }) => (
      <Tabs
        label={say('Parts of the domain', '域名的各部分')}
        tabs={[
          { id: 'records', label: say('Records', '记录'), content: <p>{say('Four records.', '四条记录。')}</p> },
          { id: 'keys', label: say('Keys', '密钥'), content: <p>{say('One key.', '一个密钥。')}</p> },
          { id: 'log', label: say('Log', '日志'), content: <p>{say('Nothing yet.', '暂无内容。')}</p> },
        ]}
      />
    ),
    'kept in the address, with icons and counts': ({ say }) => (
      <Tabs
        label={say('Kinds of members', '成员类别')}
        search="kind"
        tabs={[
          {
            id: 'active',
            label: say('Active', '启用'),
            icon: 'circle-check',
            hint: <Badge>12</Badge>,
            content: <p>{say('Twelve people.', '十二人。')}</p>,
          },
          {
            id: 'invited',
            label: say('Invited', '已邀请'),
            hint: <Badge>3</Badge>,
            content: <p>{say('Three people.', '三人。')}</p>,
          },
        ]}
      />
    ),
  },
})
