import { defineStory } from '../gallery/story.ts'
import { Heatmap } from './Heatmap.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
const amount = (day: number, hour: number): number => (hour > 7 && hour < 19 && day < 5 ? (day * 7 + hour * 3) % 23 : 0)

export const story = defineStory({
  component: 'Heatmap',
  examples: {
    'a week': ({ say }) => (
      <Heatmap
        label={say('Clicks by day and hour', '按日期和小时统计点击')}
        columnsTitle={say('Hour', '小时')}
        columns={hours}
        rows={[say('Mon', '周一'), say('Tue', '周二'), say('Wed', '周三'), say('Sat', '周六')].map((label, day) => ({
          label,
          values: hours.map((_, hour) => amount(day * 2, hour)),
        }))}
      />
    ),
  },
})
