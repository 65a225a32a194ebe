import { defineStory } from '../gallery/story.ts'
import { iconNames } from '../icons/icon-names.ts'
import { Icon } from './Icon.tsx'

const sizes = [12, 14, 16, 18, 20, 24, 32] as const

export const story = defineStory({
  component: 'Icon',
  examples: {
    'all that the SDK brings': () => (
      <ul className="flex flex-wrap gap-3">
        {iconNames.map((name) => (
          <li key={name} className="flex w-40 items-center gap-2 text-xs text-muted">
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    ),
    sizes: () => (
      <div className="flex items-end gap-3">
        {sizes.map((size) => (
          <Icon key={size} name="package" size={size} />
        ))}
      </div>
    ),
    'one that means something by itself': ({ say }) => <Icon name="lock" label={say('Locked', '已锁定')} />,
    'a name that no build has': () => <Icon name="not-an-icon" />,
  },
})
