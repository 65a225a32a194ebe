import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Slider } from './Slider.tsx'

/** A number in a range. */
export const story = defineStory({
  component: 'Slider',
  examples: {
    plain: ({ say }) => <Share say={say} />,
    ends: ({ say }) => <Share say={say} ends={[say('Less', '少'), say('More', '多')]} />,
    disabled: ({ say }) => <Share say={say} disabled />,
  },
})

type ShareProps = ExampleProps & { readonly ends?: readonly [string, string]; readonly disabled?: boolean }

function Share({ say, ...rest }: ShareProps) {
  const [value, setValue] = useState(40)
  return (
    <Slider {...rest} label={say('Share', '比例')} value={value} onChange={setValue} format={(share) => `${share}%`} />
  )
}
