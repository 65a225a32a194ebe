import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { DateRangePicker } from './DateRangePicker.tsx'

/** A first and a last day. */
export const story = defineStory({
  component: 'DateRangePicker',
  examples: {
    empty: ({ say }) => <Span say={say} from="" to="" />,
    chosen: ({ say }) => <Span say={say} from="2026-11-09" to="2026-11-20" />,
    'in the wrong order': ({ say }) => <Span say={say} from="2026-11-20" to="2026-11-09" />,
  },
})

function Span({ say, from, to }: ExampleProps & { readonly from: string; readonly to: string }) {
  const [value, setValue] = useState({ from, to })
  return <DateRangePicker label={say('Written', '撰写时间')} value={value} onChange={setValue} />
}
