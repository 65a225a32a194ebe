import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

const sides = ['top', 'right', 'bottom', 'left'] as const

export const story = defineStory({
  component: 'Tooltip',
  examples: {
    sides: ({ say }) => (
      <div className="flex flex-wrap gap-3">
        {sides.map((side) => (
          <Tooltip key={side} side={side} text={say('Sends the mail again', '重新发送邮件')}>
            <Button>{side}</Button>
          </Tooltip>
        ))}
      </div>
    ),
  },
})
