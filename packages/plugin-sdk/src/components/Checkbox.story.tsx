import { useState } from 'react'
import { defineStory } from '../gallery/story.ts'
import { Checkbox } from './Checkbox.tsx'

/** A box in its three states. */
export const story = defineStory({
  component: 'Checkbox',
  examples: {
    states: ({ say }) => (
      <div className="flex flex-col gap-2">
        <Box label={say('Mail', '邮件')} />
        <Box label={say('Reports', '报告')} checked />
        <Box label={say('All of them', '全部')} indeterminate />
      </div>
    ),
    description: ({ say }) => (
      <Box label={say('Weekly summary', '每周摘要')} description={say('Sent on Mondays.', '每周一发送。')} checked />
    ),
    disabled: ({ say }) => <Box label={say('Mail', '邮件')} checked disabled />,
  },
})

interface BoxProps {
  readonly label: string
  readonly description?: string
  readonly checked?: boolean
  readonly indeterminate?: boolean
  readonly disabled?: boolean
}

function Box({ checked: first = false, indeterminate: mixed = false, ...rest }: BoxProps) {
  const [checked, setChecked] = useState(first)
  const [indeterminate, setIndeterminate] = useState(mixed)
  function change(next: boolean) {
    setChecked(next)
    setIndeterminate(false)
  }
  return <Checkbox {...rest} checked={checked} indeterminate={indeterminate} onChange={change} />
}
