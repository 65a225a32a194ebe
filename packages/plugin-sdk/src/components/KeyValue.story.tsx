import { defineStory } from '../gallery/story.ts'
import { Badge } from './Badge.tsx'
import { KeyValue } from './KeyValue.tsx'

export const story = defineStory({
  component: 'KeyValue',
  examples: {
    facts: ({ say }) => (
      <KeyValue
        items={[
          { label: say('Name', '名称'), value: 'Ada Lovelace' },
          { label: say('Role', '角色'), value: <Badge>{say('Owner', '所有者')}</Badge> },
          { label: say('Address', '地址'), value: 'ada.of.the.long.address@mail.example.com' },
        ]}
      />
    ),
  },
})
