import { ClientError } from '@host/client'
import { defineStory } from '../gallery/story.ts'
import { ErrorState } from './ErrorState.tsx'

const offline = new ClientError({ code: 'network', status: 0, message: 'The server could not be reached.' })
const broken = new ClientError({ code: 'internal', status: 500, message: 'Broken.', requestId: 'req_7f3a' })
const busy = new ClientError({ code: 'unexpected_answer', status: 503, message: 'Busy.', retryAfterSeconds: 12 })

export const story = defineStory({
  component: 'ErrorState',
  examples: {
    'a fault on our side': () => <ErrorState error={broken} onRetry={() => undefined} />,
    'no answer': () => <ErrorState error={offline} onRetry={() => undefined} />,
    'the server says when': () => <ErrorState error={busy} onRetry={() => undefined} />,
  },
})
