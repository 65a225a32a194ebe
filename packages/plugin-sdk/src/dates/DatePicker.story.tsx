import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { DatePicker } from './DatePicker.tsx'

/** A day, typed or picked. */
export const story = defineStory({
  component: 'DatePicker',
  examples: {
    empty: ({ say }) => <Due say={say} first="" />,
    chosen: ({ say }) => <Due say={say} first="2026-11-20" />,
    bounded: ({ say }) => <Due say={say} first="2026-11-20" min="2026-11-10" max="2026-11-25" />,
    wrong: ({ say }) => <Due say={say} first="soon" />,
    disabled: ({ say }) => <Due say={say} first="2026-11-20" disabled />,
  },
})

interface DueProps extends ExampleProps {
  readonly first: string
  readonly min?: string
  readonly max?: string
  readonly disabled?: boolean
}

function Due({ say, first, ...rest }: DueProps) {
  const [value, setValue] = useState(first)
  return <DatePicker {...rest} label={say('Due', '截止日期')} value={value} onChange={setValue} />
}
