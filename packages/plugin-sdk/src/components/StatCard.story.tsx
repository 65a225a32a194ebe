import { defineStory } from '../gallery/story.ts'
import { StatCard } from './StatCard.tsx'

export const story = defineStory({
  component: 'StatCard',
  examples: {
    'more than before': ({ say }) => (
      <StatCard
        icon="zap"
        label={say('Changes', '更改')}
        value="1,204"
        hint={say('Last 30 days', '最近 30 天')}
        change={{ before: 1000, now: 1204, good: 'up' }}
        course={{ label: say('Changes per day', '每日更改'), values: [3, 5, 4, 8, 7, 12] }}
      />
    ),
    'less than before': ({ say }) => (
      <StatCard
        icon="triangle-alert"
        label={say('Errors', '错误')}
        value="12"
        hint={say('Last 7 days', '最近 7 天')}
        change={{ before: 20, now: 12, good: 'down' }}
      />
    ),
    loading: ({ say }) => <StatCard icon="zap" label={say('Changes', '更改')} value={undefined} />,
  },
})
