import { ClientError } from '@host/client'
import { defineStory } from '../gallery/story.ts'
import { ErrorNote } from './ErrorNote.tsx'

const offline = new ClientError({ code: 'network', status: 0, message: 'The server could not be reached.' })
const broken = new ClientError({ code: 'internal', status: 500, message: 'Broken.', requestId: 'req_7f3a' })

export const story = defineStory({
  component: 'ErrorNote',
  examples: {
    'no answer, with a way to try again': () => <ErrorNote error={offline} onRetry={() => undefined} />,
    'a fault on our side, with the request id': () => <ErrorNote error={broken} />,
    'nothing while all is well': () => <ErrorNote error={null} />,
  },
})
