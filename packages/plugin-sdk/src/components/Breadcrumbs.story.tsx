import { defineStory } from '../gallery/story.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'

export const story = defineStory({
  component: 'Breadcrumbs',
  examples: {
    'two places': ({ say }) => (
      <Breadcrumbs
        label={say('Two places', '两级')}
        items={[{ label: say('Members', '成员'), to: '/members' }, { label: 'Ada Lovelace' }]}
      />
    ),
    'four places, the last one long': ({ say }) => (
      <Breadcrumbs
        label={say('Four places', '四级')}
        items={[
          { label: say('Settings', '设置'), to: '/settings' },
          { label: say('Domains', '域名'), to: '/domains' },
          { label: 'example.com', to: '/domains/example.com' },
          { label: 'a-very-long-name-of-a-record-that-is-cut-in-the-middle._domainkey.example.com' },
        ]}
      />
    ),
  },
})
