import { defineStory } from '../gallery/story.ts'
import { IconButton } from './IconButton.tsx'

/** A button of an icon, in both sizes. */
export const story = defineStory({
  component: 'IconButton',
  examples: {
    sizes: ({ say }) => (
      <div className="flex gap-2">
        <IconButton icon="refresh-cw" label={say('Reload', '刷新')} />
        <IconButton icon="refresh-cw" label={say('Reload', '刷新')} size="compact" />
      </div>
    ),
    busy: ({ say }) => <IconButton icon="refresh-cw" label={say('Reload', '刷新')} busy />,
    'disabled with a reason': ({ say }) => (
      <IconButton
        icon="x"
        label={say('Remove owner', '移除所有者')}
        disabledReason={say('The last owner stays.', '最后一位所有者不能移除。')}
      />
    ),
  },
})
