import { defineStory } from '../gallery/story.ts'
import { Donut } from './Donut.tsx'

export const story = defineStory({
  component: 'Donut',
  examples: {
    parts: ({ say }) => (
      <Donut
        label={say('Members by role', '按角色统计成员')}
        center={28}
        parts={[
          { label: say('Members', '成员'), value: 21 },
          { label: say('Admins', '管理员'), value: 5 },
          { label: say('Owners', '所有者'), value: 2 },
        ]}
      />
    ),
    'one part is everything': ({ say }) => (
      <Donut label={say('Features', '功能')} parts={[{ label: say('On', '已启用'), value: 9 }]} />
    ),
    'nothing yet': ({ say }) => (
      <Donut label={say('Features', '功能')} center={0} parts={[{ label: say('On', '已启用'), value: 0 }]} />
    ),
  },
})
