import { useState } from 'react'
import { defineStory } from '../gallery/story.ts'
import { Field } from './Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'

export const story = defineStory({
  component: 'PasswordInput',
  examples: {
    empty: ({ say }) => <Sample label={say('Password', '密码')} held="" />,
    filled: ({ say }) => <Sample label={say('Password', '密码')} held="kettle moon otter" />,
    wrong: ({ say }) => (
      <Sample
        label={say('Password', '密码')}
        held="short"
        error={say('Use at least 10 characters.', '请至少输入 10 个字符。')}
      />
    ),
  },
})

interface SampleProps {
  readonly label: string
  readonly held: string
  readonly error?: string
}

function Sample({ label, held, error }: SampleProps) {
  const [password, setPassword] = useState(held)
  return (
    <Field label={label} error={error}>
      <PasswordInput
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Field>
  )
}
