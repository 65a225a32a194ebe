import { defineStory } from '../gallery/story.ts'
import { Secret } from './Secret.tsx'

const value = 'host_pat_4c1f0e9b7d2a4f5c8e6b3a1d'

export const story = defineStory({
  component: 'Secret',
  examples: {
    hidden: ({ say }) => <Secret name={say('the signing secret', '签名密钥')} value={value} />,
    'shown once': ({ say }) => <Secret name={say('the API token', 'API 令牌')} value={value} once />,
  },
})
