import { defineStory } from '../gallery/story.ts'
import { QrCode } from './QrCode.tsx'

export const story = defineStory({
  component: 'QrCode',
  examples: {
    plain: ({ say }) => (
      <QrCode value="https://host.example/docs" label={say('Code of the link docs', '短链接 docs 的二维码')} />
    ),
    'with a download': ({ say }) => (
      <QrCode
        value="https://host.example/docs?from=poster"
        label={say('Code of the link docs on a poster', '海报上短链接 docs 的二维码')}
        download="docs"
        size={128}
      />
    ),
  },
})
