import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { LockedFeature } from './LockedFeature.tsx'

export const story = defineStory({
  component: 'LockedFeature',
  examples: {
    plain: () => <LockedFeature />,
    'with what would be gained': ({ say }) => (
      <LockedFeature
        title={say('Custom domains', '自定义域名')}
        action={<Button variant="primary">{say('See plans', '查看套餐')}</Button>}
      >
        {say('Short links under a name of your own.', '使用您自己的域名创建短链接。')}
      </LockedFeature>
    ),
  },
})
