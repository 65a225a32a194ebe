import { defineStory } from '../gallery/story.ts'
import { AccessDenied } from './AccessDenied.tsx'
import { Button } from './Button.tsx'

export const story = defineStory({
  component: 'AccessDenied',
  examples: {
    plain: () => <AccessDenied />,
    'with what to do about it': ({ say }) => (
      <AccessDenied action={<Button variant="primary">{say('Ask for access', '申请访问')}</Button>}>
        {say('Only owners change the domains of a workspace.', '只有所有者可以更改工作区的域名。')}
      </AccessDenied>
    ),
  },
})
