import { defineStory } from '../gallery/story.ts'
import { PageTabs } from './PageTabs.tsx'

export const story = defineStory({
  component: 'PageTabs',
  examples: {
    'pages of one thing': ({ say }) => (
      <PageTabs
        label={say('Link', '链接')}
        pages={[
          { path: '/links/1', label: say('Statistics', '统计') },
          { path: '/links/1/rules', label: say('Rules', '规则') },
          { path: '/links/1/settings', label: say('Settings', '设置') },
        ]}
      />
    ),
  },
})
