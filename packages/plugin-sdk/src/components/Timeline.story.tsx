import { defineStory } from '../gallery/story.ts'
import { Timeline } from './Timeline.tsx'

const minutesAgo = (count: number) => Date.now() - count * 60_000

export const story = defineStory({
  component: 'Timeline',
  examples: {
    'what happened to a member': ({ say }) => (
      <Timeline
        label={say('History of Ada', 'Ada 的历史')}
        entries={[
          {
            id: '3',
            at: minutesAgo(2),
            icon: 'shield-alert',
            title: say('Role changed', '角色已更改'),
            actor: 'Grace Hopper',
            children: <p>{say('From member to admin', '从成员改为管理员')}</p>,
          },
          {
            id: '2',
            at: minutesAgo(190),
            icon: 'key-round',
            title: say('Password changed', '密码已更改'),
            actor: 'Ada Lovelace',
          },
          { id: '1', at: minutesAgo(9_000), icon: 'plus', title: say('Added', '已添加'), actor: 'Grace Hopper' },
        ]}
      />
    ),
    'a single entry': ({ say }) => (
      <Timeline
        label={say('History of the domain', '域名的历史')}
        entries={[{ id: '1', at: minutesAgo(1), title: 'domain.verified' }]}
      />
    ),
  },
})
