import { defineStory } from '../gallery/story.ts'
import { CodeBlock } from './CodeBlock.tsx'

const json = JSON.stringify({ id: 'lnk_1', slug: 'docs', clicks: 1204, tags: ['help', 'public'] }, undefined, 2)
const long = `HOST_LISTEN=127.0.0.1:8080 HOST_PUBLIC_URL=https://host.example HOST_DATA=/var/lib/host HOST_LOG_FORMAT=json host serve`

export const story = defineStory({
  component: 'CodeBlock',
  examples: {
    plain: () => <CodeBlock code={json} />,
    'with language and line numbers': () => <CodeBlock language="JSON" code={json} lineNumbers />,
    'a long line scrolls': () => <CodeBlock language="Shell" code={long} />,
    'a long line is wrapped': () => <CodeBlock language="Shell · sh" code={long} wrap lineNumbers />,
  },
})
