import { defineStory } from '../gallery/story.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

const tones = ['info', 'positive', 'warning', 'danger'] as const

export const story = defineStory({
  component: 'Alert',
  examples: {
    tones: ({ say }) => (
      <div className="flex flex-col gap-3">
        {tones.map((tone) => (
          <Alert key={tone} tone={tone} title={say('The domain is not verified', '域名尚未验证')}>
            {say('Mail stays here until its records are published.', '发布记录之前，邮件会保留在此处。')}
          </Alert>
        ))}
      </div>
    ),
    'a line': ({ say }) => <Alert>{say('Changes show within a minute.', '更改会在一分钟内生效。')}</Alert>,
    'with an action': ({ say }) => (
      <Alert
        tone="warning"
        title={say('The key expires tomorrow', '密钥明天到期')}
        action={<Button size="compact">{say('Renew', '续期')}</Button>}
      />
    ),
  },
})
