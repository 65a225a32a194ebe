import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { Popover } from './Popover.tsx'

export const story = defineStory({
  component: 'Popover',
  examples: {
    'with a title': ({ say }) => (
      <Popover trigger={<Button>{say('About', '关于')}</Button>} title={say('About this number', '关于此数字')}>
        <p className="text-muted">{say('Clicks of people, without those of robots.', '真人点击次数，不含机器人。')}</p>
      </Popover>
    ),
    'with a title for screen readers alone': ({ say }) => (
      <Popover trigger={<Button>{say('Columns', '列')}</Button>} title={say('Columns', '列')} hideTitle side="right">
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" defaultChecked /> {say('Clicks', '点击')}
        </label>
      </Popover>
    ),
  },
})
