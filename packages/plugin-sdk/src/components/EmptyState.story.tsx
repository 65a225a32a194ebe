import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

export const story = defineStory({
  component: 'EmptyState',
  examples: {
    'nothing yet, with an action and a way to the help': ({ say }) => (
      <EmptyState
        title={say('No links yet', '还没有短链接')}
        action={
          <Button variant="primary" icon="plus">
            {say('Create link', '创建短链接')}
          </Button>
        }
        help="links"
      >
        {say('A link redirects its visitors to an address of your choice.', '短链接会将访问者带到您指定的地址。')}
      </EmptyState>
    ),
    'nothing matches': () => <EmptyState kind="noMatch" onClear={() => undefined} />,
    'not allowed': () => <EmptyState kind="denied" />,
    'not part of the plan': () => <EmptyState kind="locked" />,
    'an icon, where there is little room': ({ say }) => (
      <EmptyState icon="box" title={say('Nothing to do', '没有待办')} />
    ),
  },
})
