import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Accordion, type AccordionItem } from './Accordion.tsx'
import { Badge } from './Badge.tsx'

const items = (say: ExampleProps['say']): readonly AccordionItem[] => [
  {
    id: 'keys',
    title: say('Signing keys', '签名密钥'),
    hint: <Badge tone="positive">{say('in use', '使用中')}</Badge>,
    content: (
      <p>{say('One key signs, the one before it still verifies.', '当前密钥用于签名，上一个密钥仍可用于验证。')}</p>
    ),
  },
  {
    id: 'records',
    title: say('Records of the domain', '域名记录'),
    content: <p>{say('Three of four are published.', '四条记录中已发布三条。')}</p>,
  },
  { id: 'more', title: say('More', '更多'), content: <p>{say('Nothing yet.', '暂无内容。')}</p> },
]

export const story = defineStory({
  component: 'Accordion',
  examples: {
    'several open': ({ say }) => <Accordion items={items(say)} open={['keys', 'records']} />,
    'one at a time': ({ say }) => <Accordion items={items(say)} open={['keys']} single />,
  },
})
