import { defineStory } from '../gallery/story.ts'
import { Link } from './Link.tsx'

export const story = defineStory({
  component: 'Link',
  examples: {
    'inside the shell': ({ say }) => (
      <Link to="/members" className="text-accent-fg hover:underline">
        {say('Members', '成员')}
      </Link>
    ),
    'outside it': ({ say }) => (
      <Link to="~/login" className="text-accent-fg hover:underline">
        {say('Sign in', '登录')}
      </Link>
    ),
  },
})
