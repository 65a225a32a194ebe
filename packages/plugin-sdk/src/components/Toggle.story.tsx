import { useState } from 'react'
import { defineStory } from '../gallery/story.ts'
import { Toggle } from './Toggle.tsx'

/** A switch in every state. */
export const story = defineStory({
  component: 'Toggle',
  examples: {
    states: ({ say }) => (
      <div className="flex gap-4">
        <Switch label={say('Mail', '邮件')} />
        <Switch label={say('Reports', '报告')} checked />
      </div>
    ),
    disabled: ({ say }) => <Toggle label={say('Mail', '邮件')} checked onChange={() => undefined} disabled />,
    'disabled with a reason': ({ say }) => (
      <Toggle
        label={say('Mail', '邮件')}
        checked={false}
        onChange={() => undefined}
        disabledReason={say('Your plan does not include mail.', '您的套餐不包含邮件。')}
      />
    ),
  },
})

function Switch({ label, checked: first = false }: { readonly label: string; readonly checked?: boolean }) {
  const [checked, setChecked] = useState(first)
  return <Toggle label={label} checked={checked} onChange={setChecked} />
}
